import { afterEach, expect, test, vi } from 'vitest'
import { explore } from './explore.ts'
import { Wrong } from './judge.ts'
import { useScenes } from './play-scene.ts'
import { leaveOut, type Rule } from './rules.ts'
import { addressScenes, rowScenes } from './scenes.ts'

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
vi.mock('#server/submissions/claim.ts', async (original) =>
  (await import('./sign-up-rules.ts')).claimsWithout(await original()),
)
vi.mock('#server/collections/records.ts', async (original) =>
  (await import('./sign-up-rules.ts')).recordsWithout(await original()),
)

type Hints = typeof import('#server/collections/rows/hints.ts')
type Manifests = typeof import('#server/collections/rows/manifest.ts')

const play = useScenes()
afterEach(() => leaveOut(undefined))

const scenes = { ...rowScenes, ...addressScenes }

/** Each rule, a scene where it is needed, and how many pre-emptions are tried to see that. */
const rules: [Rule, string, number][] = [
  ['a hint is written', 'deleted, folded, read', 1],
  ['a hint is written again before each new try', 'noted twice, folded', 2],
  ['what is added late is hinted at', 'completed late, folded, read', 1],
  ['a reader reads hints before the manifest', 'deleted, folded, read again', 1],
  ['hints go only after a commit of one’s own', 'folded twice, noted', 2],
  ['only hints that have landed go', 'deleted, folded, read', 2],
  ['the manifest is replaced by compare-and-set', 'folded twice, deleted', 2],
  ['who adds looks for a removal', 'sent again, deleted, read', 2],
  ['a claim is taken over by compare-and-set', 'joined twice, deleted', 2],
]

test.each(rules)(
  'without the rule that %s, some order is found wrong',
  async (rule, name, most) => {
    leaveOut(rule)
    const scene = scenes[name]
    if (!scene) throw new Error(`There is no scene "${name}".`)
    // What is left out loads files when it is first asked for; later nobody waits for them.
    await play(scene, []).catch(() => undefined)
    const found = explore((order) => play(scene, order), { most })
    await expect(found).rejects.toBeInstanceOf(Wrong)
  },
)
