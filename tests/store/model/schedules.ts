import fc from 'fast-check'
import type { Operation, Place, Task } from './operations.ts'
import type { Schedule } from './play.ts'
import { LIES, TROUBLES, type Fate, type Fault } from './requests.ts'
import type { Choice } from './scheduler.ts'
import type { Phase } from './world.ts'

/** Random schedules: operations, their order, and the fates of their requests. */

const RECORDS = 5
const record = fc.nat(RECORDS - 1)
const at = fc.nat(1)
const person = fc.nat(1)
/** `fc.constantFrom` that keeps the literal types. */
const any = <T extends string>(...all: T[]) => fc.constantFrom(...all)

/** Record 2 comes from a machine. */
const send = fc.tuple(record, fc.nat(9)).map(([one, other]): Operation => ({
  does: 'send',
  record: one,
  isMachine: one === 2,
  ...(other < 2 && { person: other }),
}))

const rows = any('the manifest', 'a chunk', 'everything')

/** Operations with their weights. */
const weighed: [number, fc.Arbitrary<Operation>][] = [
  [6, send],
  [3, fc.record({ does: any('remove'), record })],
  [3, fc.record({ does: any('see', 'note'), record })],
  [3, fc.record({ does: any('hold', 'release'), record })],
  [3, fc.record({ does: any('read'), at, isHeld: fc.boolean() })],
  [3, fc.record({ does: any('fold'), at })],
  [4, fc.record({ does: any('keep house') })],
  [1, fc.record({ does: any('check', 'send again') })],
  [2, fc.record({ does: any('find', 'export', 'erase'), person })],
  [1, fc.record({ does: any('lose'), at, what: rows, spoils: fc.boolean() })],
  [1, fc.record({ does: any('break channels', 'mend channels', 'fill the hour') })],
]
const operations = fc.oneof(...weighed.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** A fault of an actor's own request: the actor dies, or a listing fails or is untrue. */
const faults: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ of: any('request'), nth: fc.integer({ min: 1, max: 12 }), fate: any('died') }),
  fc.record({
    of: any('listing'),
    nth: fc.integer({ min: 1, max: 40 }),
    fate: any('unheard', 'not found', ...LIES),
  }),
)

const tasks: fc.Arbitrary<Task> = fc.record({
  operation: operations,
  skew: fc.constantFrom(0, 0, 0, -20, 20),
  fault: fc.option(faults, { freq: 6, nil: undefined }),
})

const DAY = 24 * 60
/** Minutes until a retry, a tile, an expired file, the last delivery try, an expired hold. */
const waits = fc.constantFrom(0, 0, 5, 11, 40, 70, 130, DAY + 120, 2 * DAY + 120, 97 * 60, 91 * DAY)

const sideBySide: fc.Arbitrary<Phase> = fc.record({
  after: waits,
  isRead: fc.boolean(),
  tasks: fc.array(tasks, { minLength: 1, maxLength: 4, size: 'max' }),
})
const hintsLost: fc.Arbitrary<Phase> = at.map((one) => ({
  after: 0,
  isPrelude: true,
  tasks: [{ operation: { does: 'lose', at: one, what: 'the hints' } }],
}))
const phases = fc.oneof({ weight: 15, arbitrary: sideBySide }, { weight: 1, arbitrary: hintsLost })

const choices: fc.Arbitrary<Choice> = fc.record({
  who: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(12) }),
  fate: fc.oneof(
    { weight: 60, arbitrary: fc.constant<Fate>('served') },
    { weight: 1, arbitrary: any(...TROUBLES, ...LIES) },
  ),
})

const place = any<Place>('messages', 'applications', 'waitlist', 'closed waitlist')

/** The first records, with time between them. */
const begun = fc.array(
  fc.record({
    after: waits,
    isPrelude: fc.constant(true),
    tasks: fc.tuple(
      fc.record({ operation: send, fault: fc.option(faults, { freq: 3, nil: undefined }) }),
    ),
  }),
  { minLength: 1, maxLength: RECORDS, size: 'max' },
)

/** Any schedule. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  places: fc.array(place, { minLength: 1, maxLength: 2, size: 'max' }),
  phases: fc
    .tuple(begun, fc.array(phases, { minLength: 1, maxLength: 5, size: 'max' }))
    .map(([first, then]) => [...first, ...then]),
  choices: fc.array(choices, { maxLength: 500, size: 'max' }),
  isCold: fc.boolean(),
})
