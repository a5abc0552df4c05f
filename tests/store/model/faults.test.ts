import './stand-ins.ts'
import { expect, test } from 'vitest'
import type { Operation, Place } from './operations.ts'
import { play, type Schedule } from './play.ts'
import type { Fate } from './requests.ts'
import {
  diesAt,
  erase,
  first,
  fold,
  house,
  later,
  machine,
  release,
  send,
  sideBySide,
} from './scenes.ts'
import { prepare } from './world.ts'

/** Fixed faults of the store, each with the shortest schedule that shows it. */

prepare()

/** Adds a record. Two days later, all listings of matching keys fail or are empty for `actor`. */
async function afterDays(place: Place, actor: Operation, keys: RegExp, fate: Fate) {
  const store = { places: [place], phases: [first(0, send(0)), first(0, house)] }
  const { moments } = await play(later(store, 2, actor))
  const asked = moments.filter(({ who }) => who.endsWith(actor.does)).map((one) => one.asked)
  const meant = asked.filter(({ key, listing }) => listing && keys.test(key))
  expect(meant).not.toEqual([])
  for (const key of new Set(meant.map((one) => one.key))) {
    await play(later(store, 2, actor, { of: 'listing', key, fate }))
  }
}

const BAD: Fate[] = ['unheard', 'empty']

test.each(BAD)('housekeeping keeps a claim if the listing of folders is: %s', (fate) =>
  afterDays('waitlist', house, /^rec\/$/, fate),
)

test('housekeeping keeps a resume if the listing of applications is empty', () =>
  afterDays('applications', house, /^rec\/career-applications\//, 'empty'))

test('an erasure that can’t see a closed waitlist does not report success', () =>
  afterDays('closed waitlist', erase, /^rec\/$/, 'empty'))

/** Ada and Bob use one key at the same time. Both read first, and Ada writes first. */
const sentByBob = { does: 'send', record: 0, person: 1 } as const
const inTurns = ['0.0 send', '0.1 send', '0.0 send'].map((who) => ({
  who,
  fate: 'served' as const,
}))
const afterOneKey = (operation: Operation): Schedule => ({
  places: ['waitlist'],
  phases: [sideBySide(0, send(0), sentByBob), sideBySide(5, operation)],
  choices: inTurns,
})

test('the first sign-up is no duplicate of a refused attempt with its address', () =>
  play(afterOneKey({ ...sentByBob, record: 1 })))

test('a sign-up with signals is held after a refused attempt with its address', () =>
  play(afterOneKey({ ...sentByBob, record: 1, isMachine: true })))

test('a visitor who completes another sign-up is no duplicate', () =>
  play({ places: ['waitlist'], phases: [first(0, send(0), diesAt(4)), sideBySide(5, send(1))] }))

test('a sign-up with signals is held even if it completes another sign-up', () =>
  play({ places: ['waitlist'], phases: [first(0, send(0), diesAt(4)), sideBySide(5, machine(1))] }))

test.each([6, 7, 8, 9, 10])(
  'a sign-up is delivered after a release died at its request %i',
  async (nth) => {
    const dies = first(0, release(0), diesAt(nth))
    await play({
      places: ['waitlist'],
      phases: [first(0, machine(0)), dies, sideBySide(5, send(1))],
    })
  },
)

/** A dead sign-up's hint arrives while a fold runs, and nothing else names the closed list. */
const dies = { operation: { ...send(3), person: 0 }, skew: 0, fault: diesAt(7) } as const
const late = [0, 4, 0, 0, 0, 0, 0, 0, 0, 2].map((who) => ({ who, fate: 'served' as const }))

test('a hint of a sign-up that never came goes, though its list has no record', () =>
  play({
    places: ['closed waitlist'],
    phases: [
      first(0, dies.operation, diesAt(3)),
      { after: 1_560, isRead: false, tasks: [dies, { operation: fold, skew: 0 }] },
    ],
    choices: late,
    isCold: false,
  }))
