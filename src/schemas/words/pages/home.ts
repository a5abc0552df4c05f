import { z } from 'astro/zod'

import {
  group,
  groups,
  line,
  lines,
  link,
  links,
  metadata,
  section,
  text,
  texts,
} from '../parts.ts'

/** content/pages/home.yaml */
export const home = group({
  metadata,
  hero: group({
    before: line('The headline up to the dimension line.'),
    from: line('The headline at the beginning of the line.'),
    to: line('The headline at the end of the line.'),
    line: line('On the line, where there is room.'),
    promise: text('The sentence that sets the studio apart, alone below the headline.'),
    lead: text('The paragraph below the promise.'),
    actions: links('Two buttons and a quiet link.', 3),
    scroll: line('The hint at the ruler.'),
  }),
  ruler: groups(
    {
      long: line('A phase, where there is room.'),
      short: line('The same phase on a phone.'),
    },
    3,
  ).describe('The phases on the ruler below the headline.'),
  engine: group({
    name: line('What is written on the board.'),
    cards: groups({ name: line('A card.'), what: line('Its second line.') }, 4),
  }),
  stats: group({
    mark: line('The section’s name on the scale.'),
    ventures: line('Beside the number of ventures.'),
    capital: line('Beside the capital deployed.'),
    operators: line('Beside the number of operators.'),
    investors: line('Beside the number of investors.'),
  }),
  themes: group({
    name: line('In front of the themes that pass by: what they are.'),
    pause: line('The name of the switch that stops it.'),
    list: lines('The themes that pass by.'),
  }),
  about: section({
    lead: text('Below the heading.'),
    action: link('Below that.'),
    more: line('The last line of the list of ventures.'),
  }),
  philosophy: section({
    note: line('In the margin.'),
    reasons: texts('Two paragraphs.', 2),
  }),
  phases: section({
    list: groups(
      {
        when: line('The weeks on the bar.'),
        name: line('The phase.'),
        length: line('Below the bar: how long it takes.'),
        text: texts('One paragraph or two.'),
      },
      3,
    ),
  }),
  sprint: section({
    lead: text('Beside the heading.'),
    table: line('The name of the drawing for screen readers; the weeks of the guilds follow.'),
  }),
  focusAreas: section({
    text: text('Below the heading.'),
    list: groups({
      drawing: z
        .enum(['crossing', 'fan', 'rings', 'waves'])
        .optional()
        .describe('Its drawing, if one fits.'),
      note: line('Beside its name: the ventures in it.'),
    }).describe('The areas, in the order of content/studio.yaml.'),
  }),
  snapshot: section({
    terms: groups(
      {
        term: line('What is measured.'),
        value: text('Its value.'),
        labels: lines('The labels of its scale, from left to right.'),
        span: z
          .tuple([z.number().min(0), z.number().max(10)])
          .optional()
          .describe('From where to where the scale is filled, in tenths. The last has no span.'),
      },
      4,
    ),
  }),
  teaser: section({
    action: link('Below the heading.'),
    more: line('The link of each venture.'),
    moreAbout: line('What screen readers add to it; `{this.name}` is the venture.', {
      name: 'One',
    }),
  }),
  call: section({
    lead: text('Below the heading.'),
    action: link('The button.'),
  }),
})
