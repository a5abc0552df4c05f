import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import { idOf, isMarked } from '../keys.ts'
import type { Span } from '../spans.ts'
import { Lines } from './lines.ts'
import { isKept, rowAt } from './row-at.ts'
import { isHidden, type Row } from './row.ts'
import { byId, countsOf, type Changes, type Segment } from './segment.ts'

const READS_AT_ONCE = 64
/** Records that one request reads for a search; those that this instance has read come on top. */
const MOST_READS = 1_000

/** The segment of records that were found by their keys, and of what was done with some of them. */
export function keySegment<F extends Form>(
  collection: Collection<F>,
  span: Span,
  keys: readonly string[],
  changes: Changes<F>,
): Segment<F> {
  const untouched = keys.filter((key) => !changes.has(idOf(key)))
  const changed = [...changes.values()].filter((row) => row !== null)
  const keysOf = (isHeld: boolean) => untouched.filter((key) => isMarked(key) === isHeld)
  const rowsOf = (isHeld: boolean) => changed.filter((row) => isHidden(row) === isHeld)
  return {
    span,
    counts(isHeld) {
      const { rows, unseen, unanswered } = countsOf(rowsOf(isHeld))
      const more = keysOf(isHeld).length
      return { rows: rows + more, unseen: unseen + more, unanswered: unanswered + more }
    },
    async lines(isHeld, page) {
      const { behind, most } = page ?? { behind: '', most: Infinity }
      const all = keysOf(isHeld).filter((key) => idOf(key) > behind)
      const later = new Set(page ? [] : all.filter((key) => !isKept(key)).slice(MOST_READS))
      const wanted = all.filter((key) => !later.has(key))
      const read: Row<F>[] = []
      // Of those that are damaged none comes, so that it may take more than one go.
      for (let from = 0; from < wanted.length && read.length < most; from += most) {
        const some = await pMap(wanted.slice(from, from + most), (key) => rowAt(collection, key), {
          concurrency: READS_AT_ONCE,
        })
        read.push(...some.filter((row) => row !== null))
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
