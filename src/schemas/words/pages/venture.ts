import { group, line, lines, link } from '../parts.ts'

const mark = line('The section’s name on the scale.')

/** content/pages/venture.yaml: what stands around every venture on its own page. */
export const venture = group({
  metadata: group({
    title: line('The title; `{this.name}`, `{this.sector}` and `{this.stage}` are the venture’s.'),
    description: lines(
      'Sentences for search results. As many are used as fit into 155 characters; `{this.description}`, `{this.metric}` and `{this.areas}` are the venture’s.',
    ),
    keywords: lines('Search terms, besides the venture’s name, sector and focus areas.'),
  }),
  head: group({
    mark: line(
      'The name on the scale; `{this.number}` of `{this.count}` is the position in the list.',
    ),
    back: link('Beside the mark.'),
  }),
  about: group({ mark, heading: line('The heading, for screen readers.') }),
  featured: group({ mark }),
  app: group({ mark, waitlist: line('The link to the app’s page.') }),
  list: group({
    mark,
    heading: line('The heading, for screen readers.'),
    previous: line('Above the name of the one before.'),
    next: line('Above the name of the one after.'),
  }),
  onward: group({
    mark,
    contact: line('At the foot of the door to the contact form.'),
    all: group({
      label: line('The door to the whole list.'),
      href: line('Its address.'),
      note: line('At its foot.'),
    }),
  }),
})
