import { studio } from '../../data/studio.ts'
import { inWords } from '../../text/in-words.ts'

// TO CONFIRM: what each of the four services contains | what we do | your own words
const { model } = studio

/** The four parts of the venture engine. The id names the drawing in plates.svg. */
export const services = [
  {
    id: 'pods',
    name: 'Operator pods',
    what: `A squad, or pod, is operators from ${inWords(model.guilds.length)} guilds: four crafts. They work as part of the company’s own team.`,
    gives: 'operator days, and the first hires',
  },
  {
    id: 'lab',
    name: 'Design lab',
    what: 'From sketch to prototype. Buyers hold it before anyone builds it twice.',
    gives: 'a version that can be sold',
  },
  {
    id: 'signals',
    name: 'Data signals',
    what: 'Every phase ends with one agreed figure. We set up the reports, so that the team can read it without us.',
    gives: 'one figure that all have agreed on',
  },
  {
    id: 'capital',
    name: 'Capital architecture',
    what: `${model.stages}: who owns what, from when, and what must be proved first.`,
    gives: `a first ticket of ${model.ticket}`,
  },
]
