import { setImmediate as nextTurn } from 'node:timers/promises'
import { vi } from 'vitest'
import { createdAtOf } from '#server/storage/record-id.ts'
import { interceptStorage } from './studio.ts'

/** A store that is far away and holds more than a test has time to write. */

/** What each request to storage takes. */
const REQUEST_MS = 50
/** How long a try waits for an answer. */
const TRY_MS = 1_500
/** How many keys a page of a listing has (Netlify). */
const PAGE = 1_000

/** What is in a collection beside what is really stored: ids, the newest first. */
type MadeUp = { name: string; records: readonly string[]; removals: readonly string[] }

/** What waits for an answer, and when that comes. */
type Waiting = { at: number; answer: () => void }

/**
 * Does it with such a store, on a clock that storage alone moves on: what is asked side by side waits
 * together. Listings wait for each other too, where it answers only so many a second. Says what came
 * of it, and how many milliseconds it took; `seen` counts requests, and the most under way at once.
 */
export async function farAway<T>(
  madeUp: MadeUp,
  act: (seen: { requests: number; most: number }) => Promise<T>,
  listingsASecond = Infinity,
) {
  const began = performance.now()
  let ms = 0
  let nextListing = 0
  let underWay = 0
  const seen = { requests: 0, most: 0 }
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => began + ms)
  const waiting: Waiting[] = []
  async function goOn(): Promise<void> {
    await nextTurn()
    ms = Math.min(...waiting.map(({ at }) => at))
    const answered = waiting.filter(({ at }) => at <= ms)
    waiting.splice(0, waiting.length, ...waiting.filter(({ at }) => at > ms))
    for (const { answer } of answered) answer()
    if (waiting.length > 0) await goOn()
  }
  const until = (at: number) =>
    new Promise<void>((answer) => {
      waiting.push({ at, answer })
      if (waiting.length === 1) void goOn()
    })
  function listed(): number {
    nextListing = Math.max(nextListing, ms) + 1_000 / listingsASecond
    return Math.max(nextListing, ms + REQUEST_MS)
  }
  const putBack = interceptStorage((storage) => async (input, init) => {
    const { pathname, searchParams } = new URL(input as string)
    seen.requests++
    seen.most = Math.max(seen.most, ++underWay)
    const [sent, at] = [ms, searchParams.has('prefix') ? listed() : ms + REQUEST_MS]
    await until(Math.min(at, sent + TRY_MS))
    underWay--
    if (at > sent + TRY_MS) throw new DOMException('Too late.', 'AbortError')
    const isRead = init?.method?.toLowerCase() === 'get'
    const answer = isRead ? answerOf(madeUp, pathname, searchParams) : undefined
    return answer ?? storage(input, init)
  })
  const answer = await act(seen).finally(putBack)
  clock.mockRestore()
  return { answer, ms }
}

/** A page of a listing, or a record or a removal; nothing for what is really stored. */
function answerOf({ name, records, removals }: MadeUp, path: string, query: URLSearchParams) {
  const prefix = query.get('prefix')
  for (const [root, ids] of [
    [`rec/${name}/`, records],
    [`gone/${name}/`, removals],
  ] as const) {
    if (prefix?.startsWith(root)) {
      const from = query.get('cursor') ?? prefix
      return pageOf(root, ids, prefix.slice(root.length), from.slice(root.length))
    }
    const id = path.split(root)[1] ?? ''
    if (ids[placeOf(ids, id)] === id) return entryOf(id)
  }
  return undefined
}

function pageOf(root: string, ids: readonly string[], digits: string, from: string): Response {
  const place = placeOf(ids, from)
  const listed = ids.slice(place, place + PAGE + 1).filter((id) => id.startsWith(digits))
  const next = listed[PAGE]
  return Response.json({
    blobs: listed.slice(0, PAGE).map((id) => ({ key: root + id, etag: 'made up' })),
    directories: [],
    ...(next && { next_cursor: root + next }),
  })
}

/** The place of the first id that is not before this text. */
function placeOf(ids: readonly string[], text: string): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

function entryOf(id: string): Response {
  const createdAt = new Date(createdAtOf(id)).toISOString()
  const submission = { id, createdAt, name: 'Ada', email: 'ada@example.com' }
  const value = { submission, attempt: id, digest: '' }
  return Response.json({ by: '', value }, { headers: { etag: 'made up' } })
}
