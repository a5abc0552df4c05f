import { expect, test } from 'vitest'
import { deliver, empty, gather, replay, RULES, submit, type Outbox, type Rule } from './design.ts'
import { END, everyOrder, type Known, type Play, type Program } from './every-order.ts'

/** What one actor alone makes of a store that everybody else has left. */
function finish(store: Outbox): Outbox {
  const left = structuredClone(store)
  for (const program of [gather('last'), gather('last'), deliver('last'), deliver('last')]) {
    const known: Known = { next: 'begin' }
    while (known.next !== END) known.next = program[known.next]?.(left, known) ?? END
  }
  return left
}

/** What was acknowledged is told once housekeeping has run, and once only where nobody died. */
function verdict(store: Outbox, known: Readonly<Record<string, Known>>) {
  const { sent, told, debt } = finish(store)
  const hasDied = Object.values(known).some((one) => one.hasDied)
  if (store.isAcknowledged && !store.gone && sent === 0) return 'It is stored, and nobody was told.'
  if (sent > 1 && !hasDied) return `It was told ${sent} times, and nobody died.`
  if (store.record && !store.gone && told && debt) return 'It was told, and is owed still.'
  return undefined
}

/** Gathers once the hour has become full meanwhile. */
function lateGather(without?: Rule): Program<Outbox> {
  const { begin = () => END, ...others } = gather('B', without)
  return {
    ...others,
    begin: (store) => {
      store.isGathering = true
      return 'begin gathering'
    },
    'begin gathering': begin,
  }
}

const plays = (without?: Rule): Record<string, Omit<Play<Outbox>, 'mayDie' | 'verdict'>> => ({
  'a submission whose debt lands first, and its retry': {
    store: empty,
    actors: { A: submit('A', true, without), B: replay('B', without), C: deliver('C', without) },
  },
  'a submission whose record lands first, and its retry': {
    store: empty,
    actors: { A: submit('A', false, without), B: replay('B', without), C: deliver('C', without) },
  },
  'two housekeepings, and a retry': {
    store: { ...empty, record: true, debt: { version: 1 } },
    actors: { A: deliver('A', without), B: deliver('B', without), C: replay('C', without) },
  },
  'two housekeepings that gather, and one that does not know yet': {
    store: {
      ...empty,
      record: true,
      isAcknowledged: true,
      debt: { version: 1 },
      isGathering: true,
    },
    actors: { A: gather('A', without), B: gather('B', without), C: deliver('C', without) },
  },
  'a first try while the gathered mail is made': {
    store: { ...empty, isGathering: true },
    actors: { A: submit('A', true, without), B: gather('B', without), C: deliver('C', without) },
  },
  'a first try that had its place when the hour became full': {
    store: { ...empty, record: true, debt: { version: 1 } },
    actors: {
      A: deliver('A', without),
      B: lateGather(without),
    },
  },
})

test.each(Object.keys(plays()))('in every order, with every death: %s', (name) => {
  const play = plays()[name]
  if (!play) throw new Error('There is no such play.')
  for (const mayDie of [[], Object.keys(play.actors)]) {
    const { wrong, states } = everyOrder({ ...play, mayDie, verdict })
    expect(wrong).toBeUndefined()
    expect(states).toBeGreaterThan(50)
  }
})

test.each(RULES)('without this rule something goes wrong: %s', (rule) => {
  const isWrong = Object.values(plays(rule)).some((play) =>
    [[], Object.keys(play.actors)].some((mayDie) => everyOrder({ ...play, mayDie, verdict }).wrong),
  )
  expect(isWrong).toBe(true)
})
