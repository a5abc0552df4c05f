import { group, line, link, links, metadata, onward, section, text, unlisted } from '../parts.ts'

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
    readingTime: line('The reading time of an article: `{this.readingTime}` minutes.', {
      readingTime: 6,
    }),
  }),
  issue: group({
    heading: line('The heading of the table of contents.'),
    note: line('Below the table; `{this.minutes}` is the sum of the reading times.', {
      minutes: 20,
    }),
  }),
  latest: section({
    mark: line('The section’s name on the scale; it has `{this.count}` articles.', { count: 2 }),
    heading: text('The heading of all other articles, for screen readers.'),
  }),
  onward,
  feed: group({
    title: line('The title of the RSS feed.'),
    description: line('What the feed is about.'),
  }).describe('What feed readers show.'),
})

/** content/pages/article.yaml: what is around every article. */
export const article = group({
  opening: group({
    back: link('Above the title.'),
    author: line('Who wrote it, below the studio’s name.'),
    category: line('The label of the category.'),
    date: line('The label of the date.'),
    readingTime: line('The label of the reading time.'),
    minutes: line('The reading time: `{this.readingTime}` minutes.', { readingTime: 6 }),
  }),
  contents: group({
    name: line('The name of the list of headings, for screen readers.'),
    heading: line('Above that list.'),
  }),
  closing: group({
    next: line('Above the title of the next article.'),
    heading: text('The heading below the article.'),
    lead: text('Beside that heading.'),
    actions: links('Two buttons.', 2),
  }),
})

/** content/pages/article-not-found.yaml */
export const articleNotFound = group({
  metadata: unlisted,
  head: section({
    lead: text('Below the headline.'),
    action: link('The button.'),
  }),
})
