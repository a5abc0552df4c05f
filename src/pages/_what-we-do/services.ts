import { studio } from '../../data/studio.ts'

const { model } = studio

/** The four parts of the venture engine. The id names the drawing in public/what-we-do.svg. */
export const services = [
  {
    id: 'pods',
    name: 'Operator pods',
    what: 'People from four guilds work inside the company, on its backlog and under its name.',
    gives: 'days on site, and the first hires',
  },
  {
    id: 'lab',
    name: 'Design lab',
    what: 'From sketch to prototype on one bench. Buyers hold it before anyone builds it twice.',
    gives: 'a version that can be sold',
  },
  {
    id: 'signals',
    name: 'Data signals',
    what: 'Every sprint ends in a number. We set up what it takes to read it without us.',
    gives: 'the figure, signed',
  },
  {
    id: 'capital',
    name: 'Capital architecture',
    what: `${model.stages}, drawn once: who owns what, from when, and at which proof.`,
    gives: `a first ticket of ${model.ticket}`,
  },
]
