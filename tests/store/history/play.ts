import { chance, pick, pickLately } from './chance.ts'
import type { Crew } from './crew.ts'
import type { Ledger } from './ledger.ts'
import { placesOf, type Life, type Place } from './life.ts'
import { newCompetitors, newVisit, type Visit } from './visit.ts'

/** The number of things that happen at the same time. */
const DRIVERS = 32
/** The maximum tries after uncertain answers, and the chance to give up after each of them. */
const MOST_TRIES = 40
const GIVES_UP = 0.1
/** The number of last records to search for new ones. */
const FRESH = 200

/** Short, so that a run does not delay the end. */
const HOUSEKEEPING_MS = 1_000

type Incident = { at: number; happens: () => Promise<unknown> }

/** Sends submissions, changes records, kills processes and runs housekeeping. */
export async function play(crew: Crew, ledger: Ledger, submissions: number): Promise<void> {
  const some = (number: number, happens: Incident['happens']) =>
    Array.from({ length: Math.round(number) }, () => ({ at: Math.random() * submissions, happens }))
  const incidents = [
    ...some(1 + submissions / 300, () => crew.killWorker()),
    ...some(1 + submissions / 2_500, () => crew.killStore()),
    ...some(1 + submissions / 2_500, () => crew.do({ does: 'keep house', ms: HOUSEKEEPING_MS })),
  ].sort((one, other) => one.at - other.at)

  async function drive() {
    while (ledger.visits.length < submissions) {
      const [next] = incidents
      if (next && next.at <= ledger.visits.length) {
        incidents.shift()
        await next.happens()
      } else await doSomething(crew, ledger)
    }
  }
  await Promise.all(Array.from({ length: DRIVERS }, drive))
}

async function doSomething(crew: Crew, ledger: Ledger): Promise<void> {
  const roll = Math.random()
  if (roll < 0.2 && ledger.lives.length > 0) return change(crew, ledger, pickLately(ledger.lives))
  if (roll < 0.3 && ledger.visits.length > 0) return come(crew, ledger, pickLately(ledger.visits))
  if (roll < 0.5) return compete(crew, ledger)
  const visit = await newVisit()
  ledger.visits.push(visit)
  // Some visitors send the same key three times at the same moment.
  const times = chance(0.2) ? 3 : 1
  await Promise.all(Array.from({ length: times }, () => come(crew, ledger, visit)))
}

/** Sends a submission through one worker after the other until the answer is certain. */
async function come(crew: Crew, ledger: Ledger, visit: Visit): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const start = ledger.tick()
    if (ledger.noteSent(visit, start, await crew.do(visit.task)) || chance(GIVES_UP)) return
  }
}

/** Sends several sign-ups with one address, then another one while the first records change. */
async function compete(crew: Crew, ledger: Ledger): Promise<void> {
  const [last, ...first] = await newCompetitors(pick([2, 3, 4]))
  ledger.visits.push(last, ...first)
  await Promise.all(first.map((visit) => come(crew, ledger, visit)))
  const known = ledger.lives.slice(-FRESH).filter(({ visit }) => first.includes(visit))
  const some = known.filter(({ visit }) => chance(visit.isHeld ? 0.8 : 0.2))
  await Promise.all([come(crew, ledger, last), ...some.map((life) => change(crew, ledger, life))])
}

const ACTS: readonly { act: '' | 'hold' | 'release'; to: Place }[] = [
  { act: '', to: 'gone' },
  { act: 'hold', to: 'held' },
  { act: 'release', to: 'shown' },
]

/** Removes, holds or releases a record, and retries until the answer is certain. */
async function change(crew: Crew, ledger: Ledger, life: Life): Promise<void> {
  const { act, to } = pick(ACTS)
  const { path, query } = life.visit.list
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const places = [...placesOf(life)].filter((place) => place !== 'gone')
    if (places.length === 0) return
    const state = act === '' && pick(places) === 'held' ? 'state=held' : ''
    const wish = ledger.noteAsked(life, to)
    const answer = await crew.do({
      does: 'ask',
      method: act ? 'POST' : 'DELETE',
      path: `${path}/${life.id}${act && `/${act}`}?${query}${state}`,
    })
    if (ledger.noteAnswered(life, wish, answer) || chance(GIVES_UP)) return
  }
}
