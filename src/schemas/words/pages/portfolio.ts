import { group, line, lines, metadata, section, text, texts } from '../parts.ts'

/** content/pages/portfolio.yaml */
export const portfolio = group({
  metadata,
  head: section({
    stages: texts(
      'The rest of the headline: pre-seed, seed and Series A, each with `{this.count}` ventures.',
      3,
    ),
    ventures: line('Beside the number of ventures.'),
    planned: line('Beside the number of planned ventures.'),
    capital: line('Beside the capital deployed.'),
  }),
  cohort: section({
    heading: text('The heading; `{this.count}` is the number of ventures in the drawing.'),
    axis: lines('The stages above the drawing, from left to right.', 5),
  }),
  ventures: section({}),
  nextVenture: group({
    name: line('What the dashed plate below the list is called.'),
    state: line('Large, on that plate.'),
    lead: line('Below that; the plate leads to the contact page.'),
  }),
  spotlight: group({ mark: line('The section’s name on the scale.') }),
  impact: section({
    heading: text('The heading, for screen readers.'),
    capital: line('Below the capital deployed.'),
    retention: line('Below the share of ventures that go on.'),
    jobs: line('Below the number of jobs.'),
    markets: line('Below the number of markets.'),
  }),
})
