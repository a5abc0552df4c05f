import { group, line, links, metadata, section, text } from '../parts.ts'

/** content/pages/blogs.yaml */
export const blogs = group({
  metadata,
  head: section({
    lead: text('Beside the headline.'),
  }),
  featured: group({
    heading: line('The heading of the newest articles, for screen readers.'),
    none: line('In place of the newest article, while there is none.'),
    actions: links('Two quiet links below the articles.', 2),
  }),
  story: group({
    readingTime: line('The reading time of an article: `{this.readingTime}` minutes.'),
  }),
  issue: group({
    heading: line('The heading of the table of contents.'),
    note: line('Below the table; `{this.minutes}` is the sum of the reading times.'),
  }),
  latest: section({
    heading: text('The heading of all other articles, for screen readers.'),
  }),
  feed: group({
    title: line('The title of the RSS feed.'),
    description: line('What the feed is about.'),
  }).describe('What feed readers show.'),
})
