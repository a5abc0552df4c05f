import { z } from 'astro/zod'

import { group, groups, line, lines, link, links, metadata, section, text } from '../parts.ts'

const door = link('A door to another page.').extend({ note: line('Below the label.') })

/** content/pages/investors.yaml */
export const investors = group({
  // As it is written, with the names of its figures, the description is longer than it is read.
  metadata: metadata.extend({
    description: line('One or two sentences for search results and shared links.'),
  }),
  head: section({
    terms: groups({ term: line('A term of ours.'), value: line('Its value.') }),
    lead: text('Below the heading.'),
    actions: links('The two buttons.', 2),
  }),
  why: section({}),
  followOn: group({
    months: lines('The labels of the axis, from left to right.', 4),
    what: text('Beside the follow-on share.'),
  }),
  pipeline: group({
    what: line('Beside the number of ventures.'),
    stages: lines('The labels of the axis, from left to right.', 4),
    note: text('Below the drawing.'),
  }),
  stages: section({
    see: line('Above what an investor sees at a stage.'),
    list: groups(
      {
        name: line('The stage.'),
        what: line('What a company is then.'),
        see: line('What an investor sees, if one can invest.').optional(),
      },
      4,
    ),
  }),
  interest: section({
    lead: text('Below the heading.'),
  }),
  next: section({
    steps: groups({ name: line('When.'), what: line('What happens then.') }, 2),
    room: group({
      heading: line('The heading of the list.'),
      papers: lines('What lies in the data room.'),
      note: line('Below the list.'),
    }),
  }),
  onward: group({
    mark: line('The section’s name on the scale.'),
    doors: z
      .tuple([door, door])
      .describe('The two doors. The more likely one is first and larger.'),
  }),
})
