import { group, lines, link, metadata, section, text } from '../parts.ts'

/** content/pages/404.yaml */
export const notFound = group({
  metadata: metadata.omit({ keywords: true }),
  head: section({
    lead: text('Beside the headline.'),
  }),
  answers: lines('Below the numbers 200, 301, 404 and 500 on the scale.', 4),
  waysOut: section({
    heading: text('The heading; `{this.count}` is the number of pages beside it.'),
    action: link('Below the heading.'),
  }),
})

/** content/pages/article-not-found.yaml */
export const articleNotFound = group({
  metadata: metadata.omit({ keywords: true }),
  head: section({
    lead: text('Below the headline.'),
    action: link('The button.'),
  }),
})
