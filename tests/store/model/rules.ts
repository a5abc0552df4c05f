import * as kv from '#server/storage/kv.ts'
import { hintKey } from '#server/collections/keys.ts'
import { countdown } from '#server/storage/record-id.ts'
import { currentActor } from './actor.ts'

type Hints = typeof import('#server/collections/rows/hints.ts')
type Manifests = typeof import('#server/collections/rows/manifest.ts')

/** The rules of the store, each of which can be left out to see what it is for. */
export type Rule =
  | 'a hint is written'
  | 'a hint comes before the change'
  | 'a hint is written again before each new try'
  | 'what is added late is hinted at'
  | 'a reader reads hints before the manifest'
  | 'a fold reads the manifest before hints'
  | 'hints go only after a commit of one’s own'
  | 'only hints that have landed go'
  | 'the manifest is replaced by compare-and-set'
  | 'hints may be missing only where their sentinel is'
  | 'what is young is in no tile'
  | 'what was in a tile is never open again'
  | 'a claim is taken over by compare-and-set'
  | 'who adds looks for a removal'

let without: Rule | undefined

/** Leaves a rule out from now on. */
export function leaveOut(rule: Rule | undefined) {
  without = rule
}

export const isLeftOut = (rule: Rule): boolean => without === rule

const isActor = (...names: string[]) => names.some((name) => currentActor()?.name.endsWith(name))

/** What an actor has read too early or will read too late, by the actor and what it is. */
const kept = new WeakMap<object, unknown>()

async function keep(value: Promise<unknown>) {
  const actor = currentActor()
  if (actor) kept.set(actor, await value)
}

function takeKept(): unknown {
  const actor = currentActor()
  const value = actor && kept.get(actor)
  if (actor) kept.delete(actor)
  return value
}

/** The hints, as they are without a rule. */
export function hintsWithout(real: Hints, manifests: () => Promise<Manifests>): Hints {
  const hinted = new WeakMap<object, string>()
  return {
    ...real,
    async hint(name, id, awaits) {
      const actor = currentActor() ?? {}
      if (without === 'a hint is written') return
      if (without === 'what is added late is hinted at' && isActor('add')) return
      if (without === 'a hint is written again before each new try') {
        if (hinted.get(actor) === id) return
        hinted.set(actor, id)
      }
      if (without === 'a hint comes before the change' && isActor('change', 'remove')) {
        kept.set(actor, () => real.hint(name, id, awaits))
        return
      }
      return real.hint(name, id, awaits)
    },
    async readHints(name) {
      if (without === 'a reader reads hints before the manifest' && isActor('read', 'count')) {
        await keep((await manifests()).readManifest(name))
      }
      if (without === 'a fold reads the manifest before hints' && isActor('fold')) {
        const early = takeKept() as Awaited<ReturnType<Hints['readHints']>> | undefined
        if (early) return early
      }
      if (without !== 'hints may be missing only where their sentinel is') {
        return real.readHints(name)
      }
      const own = await kv.list(hintKey(name, ''))
      const isThere = own.includes(hintKey(name, '-'))
      if (!isThere) await kv.create(hintKey(name, '-'), null)
      return real.readHints(name)
    },
    isDone(hint, looked) {
      if (without === 'only hints that have landed go') return looked.has(hint.id)
      return real.isDone(hint, looked)
    },
  }
}

/** The manifest, as it is without a rule. */
export function manifestsWithout(real: Manifests, hints: () => Promise<Hints>): Manifests {
  return {
    ...real,
    async readManifest(name) {
      if (without === 'a reader reads hints before the manifest' && isActor('read', 'count')) {
        const early = takeKept() as Awaited<ReturnType<Manifests['readManifest']>> | undefined
        if (early) return early
      }
      if (without === 'a fold reads the manifest before hints' && isActor('fold')) {
        await keep((await hints()).readHints(name))
      }
      return real.readManifest(name)
    },
    async replaceManifest(name, manifest, tiles) {
      if (without === 'the manifest is replaced by compare-and-set') {
        const now = await real.readManifest(name)
        return now ? real.replaceManifest(name, now, tiles) : false
      }
      const isCommitted = await real.replaceManifest(name, manifest, tiles)
      return isCommitted || without === 'hints go only after a commit of one’s own'
    },
    coverableFrom(now) {
      if (without === 'what is young is in no tile') return countdown(now ?? Date.now())
      return real.coverableFrom(now)
    },
    async forgetManifest(name) {
      if (without !== 'what was in a tile is never open again') return real.forgetManifest(name)
      const tiles = [{ from: real.coverableFrom(), chunks: null }]
      await kv.put(`rows/${name}/manifest`, { format: 1, tiles })
    },
  }
}

/** After a change that was not hinted at before. */
export async function hintAfterwards() {
  const late = without === 'a hint comes before the change' ? takeKept() : undefined
  if (typeof late === 'function') await (late as () => Promise<void>)()
}

/** Loads something the first time only: what waits for a file would let others go first. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => (loaded ??= load())
}
