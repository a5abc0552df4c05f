import { group, groups, line, lines, link, links, metadata, section, text } from '../parts.ts'

/** content/pages/faqs.yaml */
export const faqs = group({
  metadata,
  head: section({
    lead: text('Beside the heading.'),
    actions: links('The two buttons.', 2),
  }),
  measured: group({
    mark: line('The section’s name on the scale.'),
    reply: text('Above the scale of hours: how soon we answer.'),
    hours: lines('The labels of the scale, from left to right.', 5),
    markets: line('Below the number of markets.'),
    builds: line('Below the number of active builds.'),
    note: line('Below the scale: what its average is of.').optional(),
    marketsNote: line('Below the numbers: what counts as a market.').optional(),
  }),
  questions: section({
    next: group({
      heading: line('Beside the questions.'),
      text: text('Below that.'),
      action: link('The button.'),
    }).describe('The invitation to ask another question.'),
    copy: group({
      label: line('The button in an open answer that copies its address.'),
      done: line('Beside the button once the address is copied.'),
      refused: line('The same if the browser refused; the address follows.'),
    }),
    stopped: line('If the list’s code fails.'),
    reload: line('The button below that.'),
  }),
  ways: section({
    list: groups(
      {
        name: line('Who it is for.'),
        what: line('What there is for them.'),
        action: link('Where it is.'),
      },
      3,
    ),
  }),
})
