import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import { requireStore, type Hint } from '../rows/hints.ts'
import type { Changes } from '../rows/row.ts'
import { isWithin, type Span } from '../spans.ts'
import { look, readSome, rowOf, type Truth } from '../truth.ts'

/** Changed records that one portion looks at. */
const MOST_LOOKS = 300

/** Looks at hinted records, span by span; the `unlooked` ones keep their row and their hint. */
export function looks<F extends Form>(collection: Collection<F>, hints: readonly Hint[]) {
  const hinted = [...new Set(hints.map(({ id }) => id))]
  const looked = new Map<string, Truth<F>>()
  const unlooked = new Set<string>()

  /** What the hinted records of the span are by now. */
  async function lookAt(span: Span): Promise<Changes<F>> {
    let room = MOST_LOOKS - looked.size
    const own = hinted.filter((id) => isWithin(span, id))
    const { found, left } = await readSome(
      own,
      () => room-- > 0,
      (id) => lookAgain(collection, id),
    )
    for (const id of left) unlooked.add(id)
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
