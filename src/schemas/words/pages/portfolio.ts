import { group, line, lines, link, metadata, onward, section, text, texts } from '../parts.ts'

/** content/pages/portfolio.yaml */
export const portfolio = group({
  metadata,
  head: section({
    stages: texts(
      'The rest of the headline: pre-seed, seed and Series A, each with `{this.count}` ventures.',
      3,
      { count: 5 },
    ),
    ventures: line('Beside the number of ventures.'),
    planned: line('Beside the number of planned ventures.'),
    capital: line('Beside the capital deployed.'),
  }),
  cohort: section({
    heading: text('The heading; `{this.count}` is the number of ventures in the drawing.', {
      count: 6,
    }),
    axis: lines('The stages above the drawing, from left to right.', 5),
  }),
  ventures: section({}),
  spotlight: group({ mark: line('The section’s name on the scale.') }),
  impact: section({
    heading: text('The heading, for screen readers.'),
    capital: line('Below the capital deployed.'),
    retention: line('Below the share of ventures that go on.'),
    jobs: line('Below the number of jobs.'),
    markets: line('Below the number of markets.'),
    note: line('Below the figures, if one of them needs it.').optional(),
  }),
  onward,
})

const mark = line('The section’s name on the scale.')

/** What a venture's metadata may quote. */
const ofVenture = {
  name: 'One',
  sector: 'Commerce',
  stage: 'Seed',
  description: 'What it does.',
  metric: 'Its metric',
  areas: 'this, that',
}

/** content/pages/venture.yaml: what is around every venture on its own page. */
export const venturePage = group({
  metadata: group({
    title: line(
      'The title; `{this.name}`, `{this.sector}` and `{this.stage}` are the venture’s.',
      ofVenture,
    ),
    description: lines(
      'Sentences for search results. As many are used as fit into 155 characters; `{this.description}`, `{this.metric}` and `{this.areas}` are the venture’s.',
      undefined,
      ofVenture,
    ),
    keywords: lines('Search terms, besides the venture’s name, sector and focus areas.'),
  }),
  head: group({
    mark: line(
      'The name on the scale; `{this.number}` of `{this.count}` is the position in the list.',
      { number: 1, count: 8 },
    ),
    back: link('Beside the mark.'),
  }),
  about: group({
    mark,
    heading: line('The heading, for screen readers; `{this.name}` is the venture.', {
      name: 'One',
    }),
  }),
  featured: group({ mark }),
  app: group({ mark, waitlist: line('The link to the app’s page.') }),
  list: group({
    mark,
    heading: line('The heading, for screen readers.'),
    previous: line('Above the name of the one before.'),
    next: line('Above the name of the one after.'),
    begins: line('Before the first venture.'),
    ends: line('After the last venture; `{this.next}` is the number of one more.', { next: 9 }),
  }),
  onward,
})

/** An island fills these in as they are, not in words. */
const shown = { all: '8', some: '2' }

/** content/venture.yaml */
export const venture = group({
  filter: line('The name of the row of chips for screen readers.'),
  chips: group({
    all: line('The chip for all ventures.'),
    commerce: line('A category’s chip.'),
    fintech: line('A category’s chip.'),
    sustainability: line('A category’s chip.'),
    mobility: line('A category’s chip.'),
    consumer: line('A category’s chip.'),
    deeptech: line('A category’s chip.'),
  }),
  allShown: line('Beside the chips; `{this.all}` is the number of ventures.', shown),
  someShown: line('The same, if a chip leaves `{this.some}` of them.', shown),
  contact: line('The button to the contact form; `{this.name}` is the venture.', { name: 'One' }),
  app: line('The button to its app’s page.'),
  website: line('The button to its own site.'),
  page: line('The link from its dialog to its page.'),
  newTab: line('What screen readers add to it.'),
  metric: line('The label of its metric.'),
  stage: line('The label of its stage.'),
  sector: line('The label of its market.'),
  category: line('The label of its category.'),
  status: line('The label of where it stands.'),
  founders: line('The label of its founders.'),
  founded: line('The label of the year.'),
  areas: line('The name of its focus areas for screen readers.'),
  close: line('The name of the button that closes the dialog.'),
  stopped: line('If the list’s code fails.'),
  reload: line('The button below that.'),
  loadFailed: line('If the code of the chips does not come.'),
})
