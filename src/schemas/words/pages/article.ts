import { group, line, link, links, text } from '../parts.ts'

/** content/pages/article.yaml: what stands around every article. */
export const article = group({
  opening: group({
    back: link('Above the title.'),
    author: line('Who wrote it, below the studio’s name.'),
    category: line('The label of the category.'),
    date: line('The label of the date.'),
    readingTime: line('The label of the reading time.'),
    minutes: line('The reading time: `{this.readingTime}` minutes.'),
  }),
  contents: group({
    name: line('The name of the list of headings, for screen readers.'),
    heading: line('Above that list.'),
  }),
  closing: group({
    heading: text('The heading below the article.'),
    lead: text('Beside that heading.'),
    actions: links('Two buttons.', 2),
  }),
})
