import pMap from 'p-map'
import { maySpend, timeLeft } from '#server/storage/budget.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { countsIn, sum, type StatusCounts } from './counts.ts'
import { sortedText, type Order, type Position } from './order.ts'
import type { Lines } from './rows/lines.ts'
import type { Row } from './rows/row.ts'
import type { View } from './rows/view.ts'
import { isMeant, type Filter, type Status } from './status.ts'
import { topN } from './top-n.ts'

export type ListRequest = {
  isHeld?: boolean
  status?: Status | undefined
  text?: string
  order: Order
  limit: number
  after?: Position | undefined
}

export type List = {
  rows: Row[]
  total: number
  next: Position | null
  /** Of the whole list, whatever was asked for. */
  counts: StatusCounts
  /** How many rows were looked at, of how many; asking again brings more. */
  indexed?: { done: number; of: number }
}

export type Found = Omit<List, 'counts'>

const SEGMENTS_AT_ONCE = 32
/** What was not read by then is not looked at. */
const FINDING_MS = 2_500
/** Storage time that is left for the rest of the request. */
const RESERVE_MS = 500

/** The rows that hold all words, in this order: of all, or of the newest that could be read. */
export async function find(
  view: View,
  words: readonly string[],
  filter: Filter,
  { order, limit, after }: ListRequest,
  ms = FINDING_MS,
): Promise<Found> {
  const { isHeld } = filter
  const end = performance.now() + ms
  const isTime = () => performance.now() < end && timeLeft() > RESERVE_MS
  const read = await pMap(
    view.segments.filter((segment) => segment.counts(isHeld).rows > 0),
    (segment) =>
      isTime() && maySpend(segment.requests(isHeld)) ? segment.lines(isHeld).catch(notNow) : null,
    { concurrency: SEGMENTS_AT_ONCE },
  )
  const all = read.filter((one) => one !== null)
  const found = all.map((lines) => {
    const indexes = lines.matching(words).filter((index) => isMeant(lines, index, filter))
    return { lines, indexes }
  })
  const first = topN(inOrder(found, order, after), limit + 1, order.compare)
  const shown = first.slice(0, limit)
  const last = shown.at(-1)
  const done = sum(all.map(({ ids }) => ids.length))
  const of = countsIn(view.segments, isHeld).rows + view.unlooked
  return {
    rows: shown.map(({ lines, index }) => lines.at(index)),
    total: sum(found.map(({ indexes }) => indexes.length)),
    next: last && first.length > limit && done === of ? { text: last.text, id: last.id } : null,
    indexed: { done, of },
  }
}

/** Of hundreds of reads one may fail: the others are worth an answer. */
function notNow(error: unknown): null {
  if (error instanceof StorageDown) return null
  throw error
}

function* inOrder(
  found: readonly { lines: Lines; indexes: number[] }[],
  { column, compare }: Order,
  after: Position | undefined,
) {
  for (const { lines, indexes } of found) {
    const texts = column && lines.column(column, (row) => sortedText(column, row.submission))
    for (const index of indexes) {
      const match = { text: texts[index] ?? '', id: lines.ids[index] ?? '', lines, index }
      if (!after || compare(match, after) > 0) yield match
    }
  }
}
