import pMap from 'p-map'
import { remove, changeState } from '#server/collections/change.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import type { BenchStore } from '../stage/store.ts'
import { foldAll, say, stopwatch } from '../messages.ts'
import { newest } from './reads.ts'

/** The position of old records in the list. */
const OLD = 0.7

/** Measures a deletion, a change of state, and a page after both. */
export async function measureChanges(store: BenchStore, delayMs: number) {
  const { ids, messages, alive } = store
  const old = Math.floor(ids.length * OLD)
  /** Each change gets its own record. */
  const next = () => taken++
  let taken = store.figures.filter(({ what }) => what.startsWith('delete')).length
  const deleted = (id = '') =>
    withRequestContext('dev', async () => {
      if (!(await remove(messages, id))) return 'WRONG: not deleted'
      alive.count--
      return ''
    })
  const noted = (id = '') =>
    withRequestContext('dev', async () => {
      const row = await changeState(messages, id, () => ({ seenAt: new Date().toISOString() }))
      return row ? '' : 'WRONG: not changed'
    })

  const subject = { store: 'calm' as const }
  const [first, second, third] = [next(), next(), next()]
  await store.measure(delayMs, { ...subject, what: 'delete a new one' }, () => deleted(ids[first]))
  await store.measure(delayMs, { ...subject, what: 'delete an old one' }, () =>
    deleted(ids[old + second]),
  )
  await store.measure(delayMs, { ...subject, what: 'change a state' }, () =>
    noted(ids[old + third]),
  )
  const what = 'newest 50 after these'
  for (const memory of ['cold', 'warm'] as const) {
    await store.measure(delayMs, { ...subject, what, memory }, () => newest(store))
  }
}

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
