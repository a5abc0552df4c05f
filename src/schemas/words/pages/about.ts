import { group, groups, line, metadata, onward, section, text, texts } from '../parts.ts'

/** content/pages/about.yaml */
export const about = group({
  metadata,
  head: section({
    lead: text('Beside the heading.'),
    caption: line('Beside the tally: one stroke for each operator, and a dashed one.'),
  }),
  story: section({
    text: texts('Below the heading.'),
    ticks: groups(
      {
        what: line('What the tick means.'),
        due: line('When it is due, if that is certain.').optional(),
      },
      11,
    ).describe('The ticks of the scale, from 0 to 10.'),
  }),
  values: section({
    cost: line('The heading of the right side, and of each cost for screen readers.'),
    note: line('Below the costs.'),
  }),
  steps: section({
    start: line('The first day on the chart’s axis.'),
    list: groups(
      {
        name: line('The step.'),
        when: line('When it is taken.'),
        what: text('What happens then.'),
      },
      4,
    ).describe('The steps, in the order of the bars.'),
  }),
  count: section({
    toCome: line('At the dashed lots of the plan.'),
    sums: text('The paragraph of figures; the bold ones have ink.'),
  }),
  onward,
})
