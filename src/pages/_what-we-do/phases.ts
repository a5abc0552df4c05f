import { studio } from '../../data/studio.ts'

const { model, figures } = studio
const first = model.discoveryWeeks
const both = first + model.sprintWeeks

/** Each event stands at its week: two weeks apart in the first phase, three in the second. */
export const phases = [
  {
    name: 'Vision to conviction',
    lasts: `${first} weeks`,
    events: [
      { at: 'week 0', what: 'One sentence becomes twenty questions. Buyers answer them, not us.' },
      { at: 'week 2', what: 'What would make us stop is on paper, with a figure beside it.' },
    ],
    gate: 'A yes or a no that two people have signed. After a no you keep the notes.',
  },
  {
    name: 'Build and launch',
    lasts: `${model.sprintWeeks} weeks`,
    events: [
      { at: `week ${first}`, what: 'The squad moves in: one backlog, one name on the door.' },
      { at: `week ${first + 3}`, what: 'A prototype goes back to the buyers who answered.' },
      {
        at: `week ${first + 6}`,
        what: 'The price is said aloud. What nobody pays for is dropped.',
      },
      {
        at: `week ${first + 9}`,
        what: 'First hires start beside the operator whose desk they take.',
      },
    ],
    gate: `In the market, ${model.mvpDays} days after the start, with someone paying.`,
  },
  {
    name: 'Scale and invest',
    lasts: 'ongoing',
    events: [
      {
        at: `week ${both} on`,
        what: `The ticket follows the evidence: ${model.ticket}, then the next round with ${figures.investors} aligned investors.`,
      },
      {
        at: `month ${model.embeddedMonths}`,
        what: 'Reporting, senior hires, and the date on which the squad leaves.',
      },
    ],
  },
]
