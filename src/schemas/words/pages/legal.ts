import { group, groups, line, text } from '../parts.ts'

/** content/pages/legal.yaml */
export const legal = group({
  head: group({
    mark: line('The section’s name on the scale.'),
    lead: text('Beside the title; `{this.day}` is the date from which the text is effective.', {
      day: '19 October 2025',
    }),
  }),
  shortVersion: group({
    heading: line('The heading of the summary.'),
    note: text(
      'Below the heading; `{this.sections}` and `{this.minutes}` say how long the text is.',
      { sections: 12, minutes: 9 },
    ),
  }),
  text: group({
    name: line('The name of the full text, for screen readers.'),
    contents: line('The heading of the table of contents.'),
    top: line('The link at the end of the text.'),
  }),
  retention: group({
    rows: groups({ what: line('What is kept.'), kept: line('How long.') }, 4),
    caption: line('Below the drawing.'),
  })
    .optional()
    .describe('A drawing in the apps’ policy.'),
  others: group({
    heading: line('The heading of the links to the other legal texts.'),
  }),
})
