import pMap from 'p-map'
import * as kv from '#server/storage/kv.ts'
import { bornAt } from '#server/storage/record-id.ts'

/** Keys whose last part begins with the moment they are good for. */
const KINDS = ['nonce', 'session', 'window']

/** Signed challenges, sessions and windows are long over after this. */
const DAY_MS = 24 * 60 * 60 * 1_000
const REMOVALS_AT_ONCE = 16

/** All keys that have been good for nothing for a while. */
export async function expiredKeys(): Promise<string[]> {
  const keys = await Promise.all(KINDS.map((kind) => kv.list(`${kind}/`)))
  return keys
    .flat()
    .filter((key) => Date.now() - bornAt(key.slice(key.lastIndexOf('/') + 1)) > DAY_MS)
}

/** Removes some of them, and says how many are left. */
export async function sweepExpired(
  isTime: () => boolean,
): Promise<{ swept: number; left: number }> {
  const keys = await expiredKeys()
  const gone = await pMap(keys, async (key) => (isTime() ? (await kv.remove(key), true) : false), {
    concurrency: REMOVALS_AT_ONCE,
  })
  const swept = gone.filter(Boolean).length
  return { swept, left: keys.length - swept }
}
