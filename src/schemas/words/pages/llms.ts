import { group, line, lines } from '../parts.ts'

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
