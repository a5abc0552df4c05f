import { z } from 'astro/zod'

import { group, groups, line, link, links, metadata, searchText, section, text } from '../parts.ts'

/** content/pages/careers.yaml */
export const careers = group({
  metadata,
  head: section({
    plate: line('Below the empty plate of the next venture.'),
    lead: text('Below the heading.'),
    actions: links('Two buttons.', 2),
  }),
  roles: section({
    show: line('The button that opens a role’s brief.'),
    hide: line('The same button while the brief is open.'),
    focusAreas: line('Above the role’s focus areas, for search engines too.'),
    mustHave: line('Above what the role demands, for search engines too.'),
    apply: line('The link to the form.'),
    applyMore: line('What it adds while the brief is open.'),
    about: line('What screen readers add to both; `{this.title}` is the role.', {
      title: 'Engineer',
    }),
    none: text('Below the list.'),
    action: link('Beside that.'),
  }),
  noRoles: group({
    title: line('The page’s title while no role is open.'),
    description: searchText,
    lead: text('Below the page’s heading.'),
    mark: line('The name on the scale of the section in the place of the roles.'),
    heading: text('Its heading.'),
    ways: groups({ text: text('What a visitor can do instead.'), action: link('Beside that.') }),
  }),
  application: section({
    lead: text('Below the heading.'),
  }),
  week: section({
    lead: text('Beside the heading.'),
    parts: groups(
      {
        when: line('The half-days.'),
        name: line('What they are for.'),
        text: text('What happens in them.'),
        halfDays: z.int().positive().describe('How many half-days, for the drawing.'),
      },
      4,
    )
      .refine((parts) => parts.reduce((sum, { halfDays }) => sum + halfDays, 0) === 10, {
        error: 'must have ten half-days together',
      })
      .describe('Ten half-days. The second part is the longest.'),
  }),
  benefits: section({
    list: groups({
      name: line('A benefit.'),
      what: line('What it is, as the rest of a sentence.'),
    }),
  }),
  hiring: section({
    steps: groups(
      {
        name: text('The step.'),
        takes: line('How long it takes.'),
        text: text('What happens in it.'),
        hours: z.number().positive().optional().describe('How many hours, for the drawing.'),
      },
      4,
    ).describe('Three steps of some hours, and the offer.'),
    other: text('The last paragraph.'),
  }),
})

/** What a role's metadata may quote. */
const ofRole = { title: 'Engineer', location: 'Here', type: 'Full-time', summary: 'Builds.' }

/** content/pages/role.yaml: what is around every role. */
export const role = group({
  metadata: group({
    title: line('The title in the tab and in search results; `{this.title}` is the role.', ofRole),
    description: line(
      'For search results: 110 to 155 characters with each role’s `{this.title}`, `{this.location}`, `{this.type}` and `{this.summary}`.',
      ofRole,
    ),
  }),
  opening: group({
    mark: line('The section’s name on the scale.'),
    back: link('Above the title.'),
    location: line('The label of the place.'),
    type: line('The label of the working time.'),
    closes: line('The label of the last day to apply, of a role that has one.'),
    apply: link('The button that leads to the form.'),
  }),
  brief: section({}),
  closed: group({
    mark: line('The section’s name on the scale, once the role is closed.'),
    text: text('In the place of the form; `{this.day}` was the last day to apply.', {
      day: '3 December 2026',
    }),
    others: line('Above the roles that are open.'),
    other: link('In their place, if no role is open.'),
  }),
  neighbours: group({
    mark: line('The section’s name on the scale.'),
    name: line('The name of these links for screen readers.'),
    previous: line('Above the title of the role before.'),
    next: line('Above the title of the role after.'),
    all: link('Beside both.'),
  }),
})
