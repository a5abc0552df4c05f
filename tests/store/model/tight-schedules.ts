import fc from 'fast-check'
import type { Operation, Phase, Task } from './operation.ts'
import type { Choice } from './scheduler.ts'
import { skews } from './schedules.ts'
import type { Schedule } from './world.ts'

/** Two records, one of them in a tile, one almost. */
const oldRecords: Phase[] = [
  {
    after: 0,
    losesHints: false,
    isUnread: true,
    tasks: [115, 180].map((age, record) => ({
      operation: { does: 'add', record, age, isHeld: false, hasFile: false },
      skew: 0,
      spoils: false,
    })),
  },
  {
    after: 0,
    losesHints: false,
    isUnread: true,
    tasks: [{ operation: { does: 'fold' }, skew: 0, spoils: false }],
  },
]

/** A few actors, all at two records that lie in a tile already, with nothing in their way but each other. */
const tight: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Operation>({ does: 'fold' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      record: fc.nat(1),
      what: fc.constantFrom('seen' as const, 'note' as const, 'hold' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), record: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.constant<Operation>({ does: 'read', isHeld: false }) },
  { weight: 1, arbitrary: fc.constant<Operation>({ does: 'lose', what: 'the manifest' }) },
)

const GO_ON: Choice = { who: 0, fate: 'served' }

/** Somebody else goes on for a while: failures that need three actors need few such moments. */
const stretches = fc
  .tuple(fc.nat(6), fc.nat(30))
  .map(([who, length]) => [{ ...GO_ON, who }, ...Array.from({ length }, () => GO_ON)])

/** A scene of its own, after two records have got into a tile, in any order with few changes. */
export const scene = (...phases: Task[][]): fc.Arbitrary<Schedule> =>
  fc.record({
    phases: fc.constant([
      ...oldRecords,
      ...phases.map((tasks) => ({ after: 0, losesHints: false, isUnread: true, tasks })),
      { after: 0, losesHints: false, tasks: [] },
    ]),
    choices: fc
      .array(stretches, { minLength: 1, maxLength: 8, size: 'max' })
      .chain((all) =>
        fc
          .nat(70)
          .map((quiet) => [...Array.from({ length: 20 + quiet }, () => GO_ON), ...all.flat()]),
      ),
    isCold: fc.boolean(),
  })

/** Schedules of actors that are in each other's way. */
export const tightSchedules: fc.Arbitrary<Schedule> = fc.record({
  phases: fc
    .array(
      fc.array(fc.record({ operation: tight, skew: skews, spoils: fc.constant(false) }), {
        minLength: 2,
        maxLength: 4,
        size: 'max',
      }),
      { minLength: 1, maxLength: 3, size: 'max' },
    )
    .map((all) => [
      ...oldRecords,
      ...all.map((tasks) => ({ after: 0, losesHints: false, isUnread: true, tasks })),
      { after: 0, losesHints: false, tasks: [] },
    ]),
  choices: fc
    .array(stretches, { minLength: 3, maxLength: 9, size: 'max' })
    .map((all) => [...Array.from({ length: 40 }, () => GO_ON), ...all.flat()]),
  isCold: fc.boolean(),
})
