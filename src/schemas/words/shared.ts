import { group, line, text } from './parts.ts'

/** content/words.yaml */
export const shared = group({
  skip: line('The link to the content: the first that the keyboard reaches.'),
  feed: line('The title of the feed of articles in a feed reader.'),
  footer: group({
    mark: line('The footer’s name on the scale.'),
    lead: text('What the studio does.'),
    where: line('Below that.'),
    social: line('The heading of the column of networks.'),
  }),
  theme: group({
    name: line('The name of the switch for screen readers.'),
    auto: line('As the device has it.'),
    light: line('Always light.'),
    dark: line('Always dark.'),
  }),
  loading: group({
    article: line('Shown if an article takes long.'),
    articles: line('Shown if the list of articles takes long.'),
  }),
  unpublished: group({
    draft: line('Above a draft.'),
    opens: line('Above an entry whose day is to come: {this.day}.'),
    listed: line('Above a list: {this.count} entries that are not public, by {this.names}.'),
  }),
})
