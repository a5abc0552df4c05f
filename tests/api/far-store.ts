import { setImmediate as nextTurn } from 'node:timers/promises'
import { vi } from 'vitest'
import { createdAtOf } from '#server/storage/record-id.ts'
import { timeLeft } from '#server/storage/request-context.ts'
import { interceptStorage } from './studio.ts'

/** A slow store with more records than a test could write. */

const FAR_MS = 50
const TRY_MS = 1_500
/** Keys on one page of a listing, as on Netlify. */
const PAGE = 1_000

/** Ids that a collection seems to hold besides the stored ones, newest first. */
type MadeUp = { name: string; records: readonly string[]; removals: readonly string[] }

type Waiting = { at: number; answer: () => void }

/**
 * Runs `act` with such a store. Its clock goes on by `requestMs` with each storage request; parallel
 * ones wait together. `listingsASecond` limits listings. Returns the result and how many milliseconds
 * passed. `seen` counts requests and the most at once.
 */
export async function farAway<T>(
  madeUp: MadeUp,
  act: (seen: { requests: number; most: number }) => Promise<T>,
  listingsASecond = Infinity,
  requestMs = FAR_MS,
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
    return Math.max(nextListing, ms + requestMs)
  }
  const putBack = interceptStorage((storage) => async (input, init) => {
    const { pathname, searchParams } = new URL(input as string)
    seen.requests++
    seen.most = Math.max(seen.most, ++underWay)
    const at = searchParams.has('prefix') ? listed() : ms + requestMs
    const latest = ms + Math.min(TRY_MS, Math.max(0, timeLeft()))
    await until(Math.min(at, latest))
    underWay--
    if (at > latest) throw new DOMException('Too late.', 'AbortError')
    const isRead = init?.method?.toLowerCase() === 'get'
    const answer = isRead ? answerOf(madeUp, pathname, searchParams) : undefined
    return answer ?? storage(input, init)
  })
  const answer = await act(seen).finally(putBack)
  clock.mockRestore()
  return { answer, ms }
}

/** Answers for made-up records and removals; undefined for stored ones. */
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
    if (ids[indexOf(ids, id)] === id) return entryOf(id)
  }
  return undefined
}

function pageOf(root: string, ids: readonly string[], digits: string, from: string): Response {
  const first = indexOf(ids, from)
  const listed = ids.slice(first, first + PAGE + 1).filter((id) => id.startsWith(digits))
  const next = listed[PAGE]
  return Response.json({
    blobs: listed.slice(0, PAGE).map((id) => ({ key: root + id, etag: 'made up' })),
    directories: [],
    ...(next && { next_cursor: root + next }),
  })
}

/** The index of the first id that doesn't sort before this text. */
function indexOf(ids: readonly string[], text: string): number {
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
