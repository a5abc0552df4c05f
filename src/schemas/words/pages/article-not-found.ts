import { group, line, link, metadata, section, text } from '../parts.ts'

/** content/pages/article-not-found.yaml */
export const articleNotFound = group({
  metadata: metadata.omit({ keywords: true }),
  head: section({
    lead: text('Below the headline.'),
    action: link('The button.'),
    plate: line('In the empty frame where an article has its picture.'),
  }),
})
