import { performance } from 'node:perf_hooks'
import pMap from 'p-map'
import { hintKey, rowsKey } from '#server/collections/keys.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import type { BenchStore } from '../stage/store.ts'
import { within } from '../figure.ts'
import { newest, totalOf } from './reads.ts'

/** Measures a store that has lost every derived key. */

const WHOLE_WITHIN_MS = 120_000
/** Folding more records takes too long for a bench. */
const MOST_FOLDED = 100_000
const FOLDING_MS = 10 * 60 * 1_000
const REMOVALS_AT_ONCE = 256

/** Measures the first page, the total and, with `isFolded`, rebuilding all rows. */
export async function measureBare(store: BenchStore, delayMs: number, isFolded: boolean) {
  const subject = { store: 'bare' as const, memory: 'cold' as const }
  await removeDerived(store)
  const first = { ...subject, what: 'newest 50', targets: [within(2_000)] }
  await store.measure(delayMs, first, () => newest(store))

  await removeDerived(store)
  const whole = { ...subject, what: 'whole total', targets: [within(WHOLE_WITHIN_MS)] }
  await store.measure(delayMs, whole, () => untilWhole(store))

  if (!isFolded || store.ids.length > MOST_FOLDED) return
  await removeDerived(store)
  await store.measure(delayMs, { ...subject, what: 'everything made anew' }, async () => {
    const isDone = await fold(store.messages, FOLDING_MS)
    return isDone ? '' : 'WRONG: something is left to fold'
  })
}

/** Asks for the total until it is right, as the dashboard does. */
async function untilWhole(store: BenchStore): Promise<string> {
  const end = performance.now() + WHOLE_WITHIN_MS
  let answers = 0
  let rows = 0
  while (rows !== store.alive.count && performance.now() < end) {
    answers++
    rows = await totalOf(store).catch((error: unknown) => {
      if (error instanceof StorageDown) return 0
      throw error
    })
  }
  const answered = `in ${answers} answer${answers === 1 ? '' : 's'}`
  return rows === store.alive.count ? answered : `FAILED: ${rows} rows ${answered}`
}

async function removeDerived({ messages: { name } }: BenchStore) {
  const keys = await Promise.all([rowsKey, hintKey].map((keyOf) => kv.list(keyOf(name, ''))))
  await pMap(keys.flat(), kv.remove, { concurrency: REMOVALS_AT_ONCE })
}
