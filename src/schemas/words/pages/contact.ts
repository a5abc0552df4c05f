import { group, line, link, links, metadata, section, text } from '../parts.ts'

/** content/pages/contact.yaml */
export const contact = group({
  metadata,
  head: section({
    lead: text('Beside the headline.'),
  }),
  message: group({
    mark: line('The section’s name on the scale.'),
    sent: line('At the beginning of the line that shows how long an answer takes.'),
    answer: line('At the end of that line.'),
    email: line('The label of the studio’s mail address.'),
    subject: line('The subject of a mail that is begun there.'),
    post: line('The label of the postal address.'),
    quickLinks: line('The label of the links below it.'),
    pages: links('Those links.'),
  }),
  join: section({
    action: link('The button beside the names of the roles.'),
  }),
})
