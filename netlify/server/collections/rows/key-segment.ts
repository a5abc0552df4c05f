import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import { maySpend } from '#server/storage/budget.ts'
import type { Collection } from '../collection.ts'
import { idOf, isMarked } from '../keys.ts'
import type { Span } from '../spans.ts'
import { Lines } from './lines.ts'
import { isKept, rowAt } from './row-at.ts'
import type { Counted } from './manifest.ts'
import { isHidden, type Row } from './row.ts'
import { byId, countsOf, type Changes, type Segment } from './segment.ts'

const READS_AT_ONCE = 32

/**
 * The segment of records that were found by their keys, and of what was done with some of them. Where
 * reading all of a page would cost too much, it ends at an id.
 */
export function keySegment<F extends Form>(
  collection: Collection<F>,
  span: Span,
  keys: readonly string[],
  changes: Changes<F>,
  endAt: (id: string) => void,
): Segment<F> {
  const untouched = keys.filter((key) => !changes.has(idOf(key)))
  const changed = [...changes.values()].filter((row) => row !== null)
  const keysOf = (isHeld: boolean) => untouched.filter((key) => isMarked(key) === isHeld)
  const rowsOf = (isHeld: boolean) => changed.filter((row) => isHidden(row) === isHeld)
  return {
    span,
    requests: () => 0,
    counts(isHeld) {
      const { rows, unseen, unanswered } = countsOf(rowsOf(isHeld))
      const more = keysOf(isHeld).length
      return { rows: rows + more, unseen: unseen + more, unanswered: unanswered + more }
    },
    async lines(isHeld, page) {
      const { behind, most } = page ?? { behind: '', most: Infinity }
      const all = keysOf(isHeld).filter((key) => idOf(key) > behind)
      const read: Row<F>[] = []
      // Of those that are damaged none comes, so that it may take more than one go.
      for (let from = 0; from < all.length && read.length < most; from += most) {
        const wanted = all.slice(from, from + most)
        const left = new Set(wanted.filter((key) => !isKept(key) && !maySpend()))
        const some = await pMap(
          wanted.filter((key) => !left.has(key)),
          (key) => rowAt(collection, key),
          { concurrency: READS_AT_ONCE },
        )
        read.push(...some.filter((row) => row !== null))
        const [first] = left
        if (!first) continue
        if (page) endAt(idOf(first))
        break
      }
      return Lines.of(collection.form, [...read, ...rowsOf(isHeld)].sort(byId))
    },
    ids(isHeld) {
      const ids = [...keysOf(isHeld).map(idOf), ...rowsOf(isHeld).map(({ id }) => id)]
      return Promise.resolve(ids.sort())
    },
    unansweredBehind(id) {
      const more = keysOf(false).filter((key) => idOf(key) > id).length
      return Promise.resolve(more + Lines.of(collection.form, rowsOf(false)).unansweredBehind(id))
    },
  }
}

/** The segment of records that were counted; they are only found by their keys for who asks for more. */
export function countedSegment<F extends Form>(
  span: Span,
  counted: Counted,
  find: () => Promise<Segment<F>>,
): Segment<F> {
  let finding: Promise<Segment<F>> | undefined
  const found = () => (finding ??= find())
  return {
    span,
    requests: () => 0,
    counts: (isHeld) => (isHeld ? counted.hidden : counted.shown),
    lines: async (isHeld, page) => (await found()).lines(isHeld, page),
    ids: async (isHeld) => (await found()).ids(isHeld),
    unansweredBehind: async (id) => (await found()).unansweredBehind(id),
  }
}
