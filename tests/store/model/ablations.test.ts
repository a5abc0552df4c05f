import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { Wrong } from './judge.ts'
import type { Operation, Task } from './operation.ts'
import { leaveOut, type Rule } from './rules.ts'
import { schedules } from './schedules.ts'
import { useWorld } from './store.ts'
import { scene, tightSchedules } from './tight-schedules.ts'
import type { Schedule } from './world.ts'

vi.mock('node:zlib', async (original) => ({
  ...(await original<typeof import('node:zlib')>()),
  ...(await import('./quick-zlib.ts')),
}))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  ...(await import('./counted-random.ts')),
}))
vi.mock('#server/collections/rows/hints.ts', async (original) => {
  const { hintsWithout, once } = await import('./rules.ts')
  const manifests = once(() => vi.importActual<Manifests>('#server/collections/rows/manifest.ts'))
  return hintsWithout(await original<Hints>(), manifests)
})
vi.mock('#server/collections/rows/manifest.ts', async (original) => {
  const { manifestsWithout, once } = await import('./rules.ts')
  const hints = once(() => vi.importActual<Hints>('#server/collections/rows/hints.ts'))
  return manifestsWithout(await original<Manifests>(), hints)
})
vi.mock('#server/collections/state.ts', async (original) => {
  const real = await original<typeof import('#server/collections/state.ts')>()
  const { hintAfterwards } = await import('./rules.ts')
  const writeState: typeof real.writeState = async (...given) => {
    const isWritten = await real.writeState(...given)
    await hintAfterwards()
    return isWritten
  }
  return { ...real, writeState }
})

type Hints = typeof import('#server/collections/rows/hints.ts')
type Manifests = typeof import('#server/collections/rows/manifest.ts')

const play = useWorld()
afterEach(() => leaveOut(undefined))

const task = (operation: Operation, skew = 0): Task => ({ operation, skew, spoils: false })
const seen = (record: number) => task({ does: 'change', record, what: 'seen' })
const read = (skew = 0) => task({ does: 'read', isHeld: false }, skew)
const fold = (skew = 0) => task({ does: 'fold' }, skew)

/**
 * Each rule, a seed with which its absence is seen soon, and a scene where it is needed. Other rules
 * need few actors: their absence is seen in exhaustive-ablations.test.ts, without a seed.
 */
const rules: [Rule, number, fc.Arbitrary<Schedule>][] = [
  ['a hint comes before the change', 12, tightSchedules],
  ['hints may be missing only where their sentinel is', 31, schedules],
  ['what is young is in no tile', 12, schedules],
  [
    'what was in a tile is never open again',
    1,
    scene([seen(0)], [task({ does: 'lose', what: 'the manifest' }), read(-20), fold(20)]),
  ],
]

/** So many schedules are tried at most; with these seeds some fifty are enough. */
const RUNS = 400

test.each(rules)(
  'without the rule that %s, somebody is told something wrong',
  async (rule, seed, scenes) => {
    leaveOut(rule)
    const { failed, errorInstance } = await fc.check(
      fc.asyncProperty(scenes, (schedule) => play(schedule).then(() => undefined)),
      {
        seed,
        numRuns: RUNS,
        endOnFailure: true,
      },
    )
    expect(failed && errorInstance instanceof Error && errorInstance.cause).toBeInstanceOf(Wrong)
  },
)
