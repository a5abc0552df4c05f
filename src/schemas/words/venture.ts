import { group, line } from './parts.ts'

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
  allShown: line('Beside the chips; `{this.all}` is the number of ventures.'),
  someShown: line('The same, if a chip leaves `{this.some}` of them.'),
  contact: line('The button to the contact form; `{this.name}` is the venture.'),
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
