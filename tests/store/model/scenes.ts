import type { Operation, Place, Task } from './operations.ts'
import type { Schedule } from './play.ts'
import type { Fault } from './requests.ts'
import type { Phase } from './world.ts'

/** Scenes: first a prelude, then actors that work in parallel. */

const DAY = 24 * 60
const task = (operation: Operation, fault?: Fault): Task => ({ operation, fault })

export const send = (record: number): Operation => ({ does: 'send', record })
export const machine = (record: number): Operation => ({ does: 'send', record, isMachine: true })
export const remove = (record: number): Operation => ({ does: 'remove', record })
export const note = (record: number): Operation => ({ does: 'note', record })
export const hold = (record: number): Operation => ({ does: 'hold', record })
export const release = (record: number): Operation => ({ does: 'release', record })
export const read: Operation = { does: 'read', at: 0, isHeld: false }
export const fold: Operation = { does: 'fold', at: 0 }
export const house: Operation = { does: 'keep house' }
export const check: Operation = { does: 'check' }
export const erase: Operation = { does: 'erase', person: 0 }

/** One operation, `after` minutes after the previous phase. */
export const first = (after: number, operation: Operation, fault?: Fault): Phase => ({
  after,
  isPrelude: true,
  tasks: [task(operation, fault)],
})
/** The actor dies at its n-th request. */
export const diesAt = (nth: number): Fault => ({ nth, of: 'request', fate: 'died' })
export const sideBySide = (after: number, ...operations: Operation[]): Phase => ({
  after,
  isRead: true,
  tasks: operations.map((one) => task(one)),
})

/** A store with live, held and removed records and dead attempts in each list. */
export const oldStore = (places: Place[]): Schedule => ({
  places,
  phases: [
    ...places.map((_, at) => first(10, send(at))),
    ...places.map((_, at) => first(10, send(at + places.length))),
    first(0, { does: 'break channels' }),
    ...places.map((_, at) => first(10, send(at + 2 * places.length), diesAt(4))),
    ...places.map((_, at) => first(10, note(at))),
    ...places.map((_, at) => first(10, remove(at + places.length), diesAt(8))),
    ...places.map((_, at) => first(10, machine(at + 3 * places.length))),
    first(10, house),
  ],
})

/** The schedule, and one operation some days later. */
export const later = (
  { phases, ...store }: Schedule,
  days: number,
  operation: Operation,
  fault?: Fault,
): Schedule => ({
  ...store,
  phases: [...phases, { after: days * DAY, isRead: true, tasks: [task(operation, fault)] }],
})

/** Actors that work in parallel after a prelude. */
export type Scene = { places: Place[]; before: Phase[]; actors: Phase }

/** Record 0 is in a tile, record 1 may soon be in one, and the actor of record 2 has died. */
const rows = (...actors: Operation[]): Scene => ({
  places: ['messages'],
  before: [
    first(0, send(0)),
    first(30, send(2), diesAt(3)),
    first(35, send(1)),
    first(115, fold),
    first(0, read),
  ],
  actors: sideBySide(10, ...actors),
})
/** Visitors send one address, and the studio changes their records. */
const address = (before: Operation[], ...actors: Operation[]): Scene => ({
  places: ['waitlist'],
  before: before.map((one) => first(0, one)),
  actors: sideBySide(0, ...actors),
})
/** The sender of an application died before its record was written, some minutes ago. */
const brokenOff = (minutes: number, ...actors: Operation[]): Scene => ({
  places: ['applications'],
  before: [first(0, send(0), diesAt(4))],
  actors: sideBySide(minutes, ...actors),
})
/** The channels were down for record 0 and for `tries` retries; record 1 is held. */
const untold = (tries: number, ...actors: Operation[]): Scene => ({
  places: ['messages'],
  before: [
    first(0, { does: 'break channels' }),
    first(0, send(0)),
    first(0, machine(1)),
    ...Array.from({ length: tries }, () => first(6 * 60, house)),
    first(0, { does: 'mend channels' }),
  ],
  actors: sideBySide(10, ...actors),
})

export const scenes = {
  'sent again, deleted, read': rows(send(1), remove(1), read),
  'completed late, folded, read': rows(send(2), fold, read),
  'deleted, folded, read': rows(remove(0), fold, read),
  'deleted twice, folded': rows(remove(0), remove(0), fold),
  'noted twice, folded': rows(note(0), note(0), fold),
  'folded twice, noted': rows(fold, fold, note(0)),
  'folded twice, deleted': rows(fold, fold, remove(0)),
  'held, deleted, folded': rows(hold(0), remove(0), fold),
  'manifest lost, deleted, read': rows(
    { does: 'lose', at: 0, what: 'the manifest' },
    remove(0),
    read,
  ),
  'housekeeping, deleted': rows(house, remove(0)),
  'housekeeping twice': rows(house, house),
  'noted, all hints lost, read': {
    places: ['messages'],
    before: [
      ...[first(0, send(0)), first(180, fold), first(0, note(0))],
      first(5, { does: 'lose', at: 0, what: 'the hints' }),
    ],
    actors: sideBySide(0, read),
  },
  'joined twice, read': address([], send(0), send(1), read),
  'joined twice, deleted': address([send(0)], send(1), send(2), remove(0)),
  'released, joined, deleted': address([machine(0)], release(0), send(1), remove(0)),
  'released twice, joined': address([machine(0)], release(0), release(0), send(1)),
  'held, released, joined': address([send(0)], hold(0), release(0), send(1)),
  'a machine, a person, the person again': address([], machine(0), send(1), send(1)),
  'two held ones released, joined': address(
    [send(0), hold(0), send(1), hold(1)],
    ...[release(0), release(1), send(2)],
  ),
  'two of one key, another one': address(
    [],
    send(0),
    { does: 'send', record: 0, person: 1 },
    { does: 'send', record: 1, person: 1 },
  ),
  'an address claimed two days ago, joined twice, housekeeping': {
    places: ['waitlist'],
    before: [first(0, send(0), diesAt(4))],
    actors: sideBySide(2 * DAY, send(1), send(2), house),
  },
  'an application completed after a day, housekeeping': brokenOff(25 * 60, send(0), house),
  'an application completed after minutes, checked': brokenOff(150, send(0), check),
  'died before it told, housekeeping': {
    places: ['messages'],
    before: [first(0, send(0), diesAt(5))],
    actors: sideBySide(10, house),
  },
  'an application of two days ago, housekeeping': {
    places: ['applications'],
    before: [first(0, send(0)), first(0, house)],
    actors: sideBySide(2 * DAY, house),
  },
  'sent again while the clock delivers': untold(12, { does: 'send again' }, house),
  'released while the clock delivers': untold(0, release(1), house),
  'deleted while the clock delivers': untold(0, remove(0), house),
} satisfies Record<string, Scene>
