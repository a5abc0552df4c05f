import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import { maySpend, timeLeft } from '#server/storage/budget.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { sortedText, type Order, type Position } from './order.ts'
import type { Lines } from './rows/lines.ts'
import type { Row } from './rows/row.ts'
import type { View } from './rows/view.ts'
import { isMeant, type Filter, type Status, type StatusCounts } from './status.ts'
import { topN } from './top-n.ts'

/** Which rows are asked for: a page of those that hold all words, in this order, behind a position. */
export type ListRequest = {
  isHeld?: boolean
  status?: Status | undefined
  text?: string
  order: Order
  limit: number
  after?: Position | undefined
}

/** A page of a list. */
export type List<F extends Form = Form> = {
  rows: Row<F>[]
  /** How many were found; without a text, how many there are. */
  total: number
  /** Where the following page begins. */
  next: Position | null
  /** Of the whole list, whatever was asked for. */
  counts: StatusCounts
  /** How many rows were looked at, of how many; while some were not, asking again brings more. */
  indexed?: { done: number; of: number }
}

/** Segments read side by side. */
const SEGMENTS_AT_ONCE = 32
/** Finding takes so long at most, in milliseconds; what was not read by then is not looked at. */
const FINDING_MS = 2_500
/** What finding leaves of the time that a request has for storage. */
const RESERVE_MS = 500

/** A row that was found, and where it stands. */
type Match<F extends Form> = Position & { lines: Lines<F>; place: number }

/** What was found, before anything is counted. */
export type Found<F extends Form> = Omit<List<F>, 'counts'>

/** The rows that hold all words, in the order that is asked for: of all, or of the newest that could be read. */
export async function find<F extends Form>(
  view: View<F>,
  words: readonly string[],
  filter: Filter,
  { order, limit, after }: ListRequest,
  ms = FINDING_MS,
): Promise<Found<F>> {
  const { isHeld } = filter
  const end = performance.now() + ms
  const isTime = () => performance.now() < end && timeLeft() > RESERVE_MS
  const read = await pMap(
    view.segments.filter((segment) => segment.counts(isHeld).rows > 0),
    (segment) =>
      isTime() && maySpend(segment.requests(isHeld)) ? segment.lines(isHeld).catch(notNow) : null,
    { concurrency: SEGMENTS_AT_ONCE },
  )
  const lines = read.filter((one) => one !== null)
  const found = lines.map((one) => {
    const places = one.matching(words)
    return { lines: one, places: places.filter((place) => isMeant(one, place, filter)) }
  })
  const first = topN(inOrder(found, order, after), limit + 1, order.compare)
  const shown = first.slice(0, limit)
  const done = lines.reduce((sum, { ids }) => sum + ids.length, 0)
  const of = view.segments.reduce((sum, one) => sum + one.counts(isHeld).rows, view.unlooked)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ lines, place }) => lines.at(place)),
    total: found.reduce((sum, { places }) => sum + places.length, 0),
    next: last && first.length > limit && done === of ? { text: last.text, id: last.id } : null,
    indexed: { done, of },
  }
}

/** Of hundreds of reads one may fail: the others are worth an answer. */
function notNow(error: unknown): null {
  if (error instanceof StorageDown) return null
  throw error
}

function* inOrder<F extends Form>(
  found: readonly { lines: Lines<F>; places: number[] }[],
  { column, compare }: Order,
  after: Position | undefined,
): Generator<Match<F>> {
  for (const { lines, places } of found) {
    const texts = column && lines.column(column, (row) => sortedText(column, row.submission))
    for (const place of places) {
      const match = { text: texts[place] ?? '', id: lines.ids[place] ?? '', lines, place }
      if (!after || compare(match, after) > 0) yield match
    }
  }
}
