import fc from 'fast-check'
import type { Operation, Place, Task } from './operations.ts'
import type { Schedule } from './play.ts'
import { LIES, type Fate, type Fault } from './requests.ts'
import type { Choice } from './scheduler.ts'
import type { Phase } from './world.ts'

/** Schedules by chance: what is done, in which order, and what becomes of each request. */

const RECORDS = 5
const record = fc.nat(RECORDS - 1)
const at = fc.nat(1)
const person = fc.nat(1)
const isHeld = fc.boolean()
/** One of these, as a type that says so. */
const any = <T extends string>(...all: T[]) => fc.constantFrom(...all)

/** Machines are some of those that send. */
const send = fc.tuple(record, fc.nat(9)).map(([one, other]): Operation => ({
  does: 'send',
  record: one,
  isMachine: one === 2,
  ...(other < 2 && { person: other }),
}))

const operations: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: send },
  { weight: 3, arbitrary: fc.record({ does: any('remove'), record }) },
  { weight: 3, arbitrary: fc.record({ does: any('see', 'note'), record }) },
  { weight: 3, arbitrary: fc.record({ does: any('hold', 'release'), record }) },
  { weight: 2, arbitrary: fc.record({ does: any('read'), at, isHeld }) },
  { weight: 1, arbitrary: fc.record({ does: any('count'), at }) },
  { weight: 3, arbitrary: fc.record({ does: any('fold'), at }) },
  { weight: 4, arbitrary: fc.record({ does: any('keep house') }) },
  { weight: 1, arbitrary: fc.record({ does: any('check', 'send again') }) },
  { weight: 2, arbitrary: fc.record({ does: any('find', 'export', 'erase'), person }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: any('lose'),
      at,
      what: any('the manifest', 'a chunk', 'everything', 'the hints'),
      spoils: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: any('break channels', 'mend channels', 'fill the hour') }),
  },
)

/** What an actor meets with some request of its own: it dies there, or a listing is refused or untrue. */
const faults: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({
    nth: fc.integer({ min: 1, max: 12 }),
    of: fc.constant('request' as const),
    fate: fc.constant<Fate>('died'),
  }),
  fc.record({
    nth: fc.integer({ min: 1, max: 40 }),
    of: fc.constant('listing' as const),
    fate: fc.constantFrom<Fate>('unheard', 'not found', ...LIES),
  }),
)

const skews = fc.constantFrom(0, 0, 0, -20, 20)
const tasks: fc.Arbitrary<Task> = fc.record({
  operation: operations,
  skew: skews,
  fault: fc.option(faults, { freq: 6, nil: undefined }),
})

/** Minutes: until a retry, a tile, a given-up claim, and the last try to tell of something. */
const waits = fc.constantFrom(0, 0, 5, 11, 40, 70, 130, 26 * 60, 50 * 60, 97 * 60)
const seldom = fc.nat(15).map((one) => one === 0)

const phases: fc.Arbitrary<Phase> = fc.record({
  after: waits,
  losesHints: seldom,
  isRead: fc.boolean(),
  tasks: fc.array(tasks, { minLength: 1, maxLength: 4, size: 'max' }),
})

const troubles: Fate[] = [
  'unheard',
  'unanswered',
  'unheard, tried again',
  'unanswered, tried again',
  'late',
  'late, tried again',
  'died',
  'not found',
  'slow',
  ...LIES,
]

const choices: fc.Arbitrary<Choice> = fc.record({
  who: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(12) }),
  fate: fc.oneof(
    { weight: 60, arbitrary: fc.constant<Fate>('served') },
    { weight: 1, arbitrary: fc.constantFrom(...troubles) },
  ),
})

const place = fc.constantFrom<Place>('messages', 'applications', 'waitlist', 'closed waitlist')
const places = fc.oneof(
  place.map((one): Place[] => [one]),
  fc.tuple(place, place).map((both): Place[] => both),
)

/** What is there at the beginning: each came some time after the one before. */
const begun: fc.Arbitrary<Phase[]> = fc
  .array(fc.tuple(waits, send, fc.option(faults, { freq: 3, nil: undefined })), {
    minLength: 1,
    maxLength: RECORDS,
    size: 'max',
  })
  .map((all) =>
    all.map(([after, operation, fault]) => ({
      after,
      isPrelude: true,
      tasks: [{ operation, fault }],
    })),
  )

/** Any schedule of some actors. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  places,
  phases: fc
    .tuple(begun, fc.array(phases, { minLength: 1, maxLength: 5, size: 'max' }))
    .map(([first, then]) => [...first, ...then]),
  choices: fc.array(choices, { maxLength: 500, size: 'max' }),
  isCold: fc.boolean(),
})
