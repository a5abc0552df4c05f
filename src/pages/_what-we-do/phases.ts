import { studio } from '../../data/studio.ts'
import { capitalised, inWords } from '../../text/in-words.ts'

// TO CONFIRM: what happens in weeks 0 to 16, and who decides at a gate | what we do | the plan
const { model, figures } = studio
const first = model.discoveryWeeks
const both = first + model.sprintWeeks
const half = capitalised(inWords(model.buyerTalks / 2))

/** Each event is at its week: two weeks apart in the first phase, three in the second. */
export const phases = [
  {
    name: 'Vision to conviction',
    lasts: `${first} weeks`,
    events: [
      { at: 'week 0', what: 'What would make us stop is on paper, with a figure beside it.' },
      {
        at: 'week 2',
        what: `${half} talks with buyers are held, ${half.toLowerCase()} more follow.`,
      },
    ],
    gate: 'A yes or a no by three readers who did not work on the idea. Two of three decide. After a no you keep the notes.',
  },
  {
    name: 'Build and launch',
    lasts: `${model.sprintWeeks} weeks`,
    events: [
      {
        at: `week ${first}`,
        what: 'The squad grows for the build. All work from one list of tasks.',
      },
      { at: `week ${first + 3}`, what: 'Three buyers see the prototype and hear its price.' },
      {
        at: `week ${first + 6}`,
        what: 'What nobody pays for is dropped.',
      },
      {
        at: `week ${first + 9}`,
        what: 'The first hires start beside the operators they take over from.',
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
        what: `The ticket follows the evidence: ${model.ticket}, then introductions to our ${figures.investors} aligned investors.`,
      },
      {
        at: `month ${model.embeddedMonths}`,
        what: 'Reporting, senior hires, and the date on which the squad leaves.',
      },
    ],
  },
]
