import fc from 'fast-check'
import type { Fate } from './fate.ts'
import type { Operation, Phase, Task } from './operation.ts'
import type { Choice } from './scheduler.ts'
import type { Schedule } from './world.ts'

const RECORDS = 5
const record = fc.nat(RECORDS - 1)

/** Minutes: of a submission that comes at once, of one that is completed late, of one of old days. */
const ages = fc.constantFrom(0, 0, 0, 30, 100, 115, 125, 180, 26 * 60)
const waits = fc.constantFrom(0, 0, 5, 40, 70, 130, 26 * 60)
/** How many minutes a clock is ahead. */
export const skews = fc.constantFrom(0, 0, 0, -20, 20)

const operations: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      record,
      age: ages,
      isHeld: fc.boolean(),
      hasFile: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('remove' as const), record }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      record,
      what: fc.constantFrom('seen' as const, 'note' as const, 'hold' as const, 'release' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('read' as const), isHeld: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant<Operation>({ does: 'count' }) },
  { weight: 5, arbitrary: fc.constant<Operation>({ does: 'fold' }) },
  { weight: 1, arbitrary: fc.constant<Operation>({ does: 'check' }) },
  { weight: 1, arbitrary: fc.constant<Operation>({ does: 'sweep' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('lose' as const),
      what: fc.constantFrom(
        'the manifest' as const,
        'a chunk' as const,
        'all chunks' as const,
        'everything' as const,
        'the hints' as const,
      ),
    }),
  },
)

const tasks: fc.Arbitrary<Task> = fc.record({
  operation: operations,
  skew: skews,
  spoils: fc.boolean(),
})

const phases: fc.Arbitrary<Phase> = fc.record({
  after: waits,
  losesHints: fc.oneof(
    { weight: 15, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  isUnread: fc.boolean(),
  tasks: fc.array(tasks, { minLength: 1, maxLength: 5, size: 'max' }),
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
  'short',
  'slow',
]

const choices: fc.Arbitrary<Choice> = fc.record({
  who: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(12) }),
  fate: fc.oneof(
    { weight: 40, arbitrary: fc.constant<Fate>('served') },
    { weight: 1, arbitrary: fc.constantFrom(...troubles) },
  ),
})

/** What is there at the beginning, some of it old enough for a tile. */
const begun: fc.Arbitrary<Phase[]> = fc
  .array(ages, { minLength: 1, maxLength: RECORDS, size: 'max' })
  .chain((all) =>
    fc.record({ isHeld: fc.boolean(), folds: fc.boolean() }).map(({ isHeld, folds }) => [
      {
        after: 0,
        losesHints: false,
        tasks: all.map((age, i) => ({
          operation: {
            does: 'add' as const,
            record: i,
            age,
            isHeld: isHeld && i % 2 === 0,
            hasFile: false,
          },
          skew: 0,
          spoils: false,
        })),
      },
      {
        after: 0,
        losesHints: false,
        tasks: [
          {
            operation: { does: folds ? ('fold' as const) : ('count' as const) },
            skew: 0,
            spoils: false,
          },
        ],
      },
    ]),
  )

/** Any schedule of some actors. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  phases: fc
    .tuple(begun, fc.array(phases, { minLength: 1, maxLength: 5, size: 'max' }))
    .map(([first, then]) => [...first, ...then]),
  choices: fc.array(choices, { maxLength: 500, size: 'max' }),
  isCold: fc.boolean(),
})
