import { z } from 'astro/zod'

import { group, groups, line, links, metadata, onward, section, text } from '../parts.ts'

const weeks = z.int().positive().describe('How many weeks it lasts, for the drawing.')

/** content/pages/eir.yaml */
export const eir = group({
  metadata,
  head: section({
    lead: text('Beside the heading.'),
    actions: links('Two buttons.', 2),
  }),
  timeline: section({
    start: line('The first label of the ruler.'),
    steps: groups(
      {
        when: line('The weeks, or the day.'),
        name: line('What they are for.'),
        text: text('What happens then.'),
        weeks: weeks.optional(),
      },
      4,
    ).describe('Three steps of some weeks, and the last day.'),
  }),
  parts: section({
    list: groups({
      count: line('How many.'),
      name: line('Of what.'),
      text: text('Beside it.'),
    }).describe('The parts list: what a resident gets.'),
  }),
  thrives: section({
    people: groups(
      {
        who: line('The person.'),
        text: text('What is known about them.'),
        unless: line('Below that: for whom it is not.'),
      },
      4,
    ),
  }),
  guilds: section({
    lead: text('Beside the heading.'),
    weeks: line('The name of each drawing for screen readers; the days of each week follow.'),
    total: line('Below the number of a guild’s days.'),
  }),
  application: section({
    lead: text('Below the heading.'),
  }),
  onward,
})
