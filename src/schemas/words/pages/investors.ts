import { group, groups, line, lines, links, metadata, onward, section, text } from '../parts.ts'

/** content/pages/investors.yaml */
export const investors = group({
  metadata,
  head: section({
    terms: groups({ term: line('A term of ours.'), value: line('Its value.') }),
    lead: text('Below the heading.'),
    actions: links('The two buttons.', 2),
  }),
  why: section({}),
  followOn: group({ what: text('Beside the follow-on share.') }),
  multiple: group({ what: line('Beside the multiple.') }),
  pipeline: group({
    what: line('Beside the number of ventures.'),
    stages: lines('The labels of the axis, from left to right.', 4),
    note: text('Below the drawing.'),
  }),
  stages: section({
    heading: text('The heading; `{this.open}` is the number of stages that are open.', { open: 2 }),
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
    steps: groups(
      {
        when: line('Below its dial: the business day that it shows.'),
        name: line('When.'),
        what: line('What happens then.'),
      },
      2,
    ),
    room: group({
      heading: line('The heading of the list.'),
      papers: lines('What lies in the data room.'),
      note: line('Below the list.'),
    }),
  }),
  onward,
})
