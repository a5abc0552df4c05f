import pMap from 'p-map'
import { remove } from '#server/collections/records.ts'
import type { BenchStore } from '../stage/store.ts'
import { foldAll, say, stopwatch } from '../messages.ts'

const REMOVALS_AT_ONCE = 256
/** Removals between two printed lines. */
const STEP = 10_000

/** Deletes every other record, as the admin does, and brings the rows up to date. */
export async function thinOut({ ids, messages, alive }: BenchStore) {
  const half = ids.filter((_, i) => i % 2 === 1)
  const seconds = stopwatch()
  for (let i = 0; i < half.length; i += STEP) {
    const outcomes = await pMap(half.slice(i, i + STEP), (id) => remove(messages, id), {
      concurrency: REMOVALS_AT_ONCE,
    })
    alive.count -= outcomes.filter(Boolean).length
    say(`${i + outcomes.length} deleted`, seconds())
  }
  await foldAll(messages)
}
