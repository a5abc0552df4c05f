import { group, groups, line, lines, link, links, section, text, unlisted } from './parts.ts'

/** content/words.yaml */
export const shared = group({
  skip: line('The link to the content: the first that the keyboard reaches.'),
  feed: line('The title of the feed of articles in a feed reader.'),
  footer: group({
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
  menusFailed: line('Above plain links, if the menus stop working.'),
  updated: group({
    notice: line('If the site changed since the page was opened, and its old files are gone.'),
    unkept: line('The same where the browser may keep nothing.'),
    reload: line('The button beside it.'),
  }),
  unpublished: group({
    draft: line('Above a draft.'),
    opens: line('Above an entry whose day is to come: `{this.day}`.', { day: '4 December 2026' }),
    listed: line('Above a list: `{this.count}` entries that are not public, by `{this.names}`.', {
      count: 2,
      names: 'one, another',
    }),
  }),
})

const item = { ...link('').shape, note: line('What a visitor finds there.') }

/** content/navigation.yaml */
export const navigation = group({
  home: line('The home page in search results, as the first step to a page.'),
  bar: group({
    logo: line('The name of the logo’s link for screen readers.'),
    main: line('The name of the menus for screen readers.'),
    contact: link('The button.'),
    panel: line('The name of the menus on a phone for screen readers.'),
  }),
  menus: groups({
    label: line('The menu’s button.'),
    note: line('At the top of the open menu: what its pages have in common. One short line.'),
    items: groups(item).describe('The pages in the menu. Search results show their names too.'),
  }),
  footer: group({
    columns: groups({ title: line('The heading.'), links: links('The links below it.') }, 2),
    legal: links('The last line of the page.'),
    reading: links(
      'The pages in the order in which a founder reads them. Each page ends with a link to the next.',
    ),
  }),
})

/** content/pages/404.yaml */
export const notFound = group({
  metadata: unlisted,
  head: section({
    lead: text('Beside the headline.'),
  }),
  answers: lines('Below the numbers 200, 301, 404 and 500 on the scale.', 4),
  waysOut: section({
    heading: text('The heading; `{this.count}` is the number of pages beside it.', { count: 9 }),
    action: link('Below the heading.'),
  }),
})

/** content/pages/llms.yaml */
export const llms = group({
  about: line('What the studio is, in two sentences.'),
  facts: lines('The most important figures, and how to reach the studio.'),
  pages: line('The heading of the list of pages.'),
  articles: line('The heading of the list of articles.'),
  roles: line('The heading of the list of open roles.'),
  apps: line('The heading of the list of apps.').optional(),
  ventures: line('The heading of the list of ventures.'),
})
