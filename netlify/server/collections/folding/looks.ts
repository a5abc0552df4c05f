import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import { requireStore, type Hint } from '../rows/hints.ts'
import type { Changes } from '../rows/segment.ts'
import { isWithin, type Span } from '../spans.ts'
import { look, rowOf, type Truth } from '../truth.ts'

/** Changed records that one portion looks at. */
const MOST_LOOKS = 300
const LOOKS_AT_ONCE = 16

/**
 * Looks at hinted records, span by span. What there is no room for in this portion keeps its row
 * and its hint; it is among the `unlooked` ones.
 */
export function looks<F extends Form>(collection: Collection<F>, hints: readonly Hint[]) {
  const hinted = [...new Set(hints.map(({ id }) => id))]
  const looked = new Map<string, Truth<F>>()
  const unlooked = new Set<string>()

  /** What the hinted records of the span are by now. */
  async function lookAt(span: Span): Promise<Changes<F>> {
    const own = hinted.filter((id) => isWithin(span, id))
    const ids = own.slice(0, MOST_LOOKS - looked.size)
    for (const id of own.slice(ids.length)) unlooked.add(id)
    const truths = await pMap(ids, (id) => lookAgain(collection, id), {
      concurrency: LOOKS_AT_ONCE,
    })
    const found = truths.map((truth, i) => [ids[i] ?? '', truth] as const)
    for (const [id, truth] of found) looked.set(id, truth)
    return new Map(found.map(([id, truth]) => [id, rowOf(truth)]))
  }

  return { looked, unlooked, lookAt }
}

/** A record that seems never to have been there is believed only of a store that has the rest. */
async function lookAgain<F extends Form>(collection: Collection<F>, id: string): Promise<Truth<F>> {
  const truth = await look(collection, id)
  if (!truth.record && !truth.isRemoved) await requireStore(collection.name)
  return truth
}
