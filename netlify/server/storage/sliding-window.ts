import { hash } from 'node:crypto'
import { sharedNow } from './clock.ts'
import { afterAnswer } from './request-context.ts'
import * as kv from './kv.ts'
import { createdAtOf, idPrefixAt } from './record-id.ts'
import { remembered } from './remembered.ts'

/** Counts recent events: it appends, then lists, so the last of parallel callers sees all. */

/** Old entries are removed a few at a time, so that no request pays for a whole flood. */
const SWEPT_AT_ONCE = 20
const MARK_DIGITS = 16

/** How long a window looks back, in milliseconds, and how many events it has room for. */
type Limit = {
  spanMs: number
  most: number
  /** A repeat of an event in a full window is let through: not for what guesses may repeat. */
  keepsPlaces?: boolean
}

export type Noted = {
  /** Distinct events in the window, this one included. */
  recent: number
  /** Whether it is among the oldest `most` events. */
  hasRoom: boolean
  /** Milliseconds until there is room again; 0 if there is. */
  roomInMs: number
  /** Whether the listing had the note that was just made. */
  wasListed: boolean
  forget: () => Promise<void>
}

/** Full windows: who is in them, and when they have room again. So a flood costs no storage requests for seconds. */
const full = remembered<{ marks: ReadonlySet<string>; until: number }>({ max: 10_000, ttl: 10_000 })

/** Notes one event under `name`. A repeated `event`, such as a retry, counts once. */
export async function note(name: string, event: string, limit: Limit): Promise<Noted> {
  const { spanMs, most, keepsPlaces = false } = limit
  const prefix = `window/${name}/`
  const mark = hash('sha256', event).slice(0, MARK_DIGITS)
  const known = full.get(prefix)
  const knownFor = (known?.until ?? 0) - sharedNow()
  if (knownFor > 0 && !(keepsPlaces && known?.marks.has(mark))) {
    return {
      recent: most + 1,
      hasRoom: false,
      roomInMs: knownFor,
      wasListed: true,
      forget: nothing,
    }
  }

  const entry = `${idPrefixAt(sharedNow())}-${mark}`
  const forget = () => kv.remove(prefix + entry)
  const list = async () => (await kv.list(prefix)).map((one) => one.slice(prefix.length))
  const listAll = async () => {
    const listed = await list()
    return listed.includes(entry) ? listed : list()
  }
  const entries = await kv
    .put(prefix + entry, null)
    .then(listAll)
    .catch((error: unknown) => {
      // What could not be counted must not count later: a write without an answer may be there.
      afterAnswer(`forget ${prefix}${entry}`, forget)
      throw error
    })
  const isOver = (one: string) => sharedNow() - createdAtOf(one) > spanMs
  sweep(prefix, entries.filter(isOver))
  const recent = entries.filter((one) => !isOver(one)).reverse()
  // A repeat keeps the first note of its event.
  if (recent.some((one) => one > entry && markOf(one) === mark)) await forget()
  const marks = new Set(recent.map(markOf))
  const wasListed = entries.includes(entry)
  const noted = { recent: marks.size, hasRoom: true, roomInMs: 0, wasListed, forget }
  if (marks.size <= most) return noted
  // The oldest notes fill the window; a note without room is removed.
  if (!recent.slice(0, most).includes(entry)) await forget()
  const [oldest = entry] = recent
  const roomInMs = Math.max(1, createdAtOf(oldest) + spanMs - sharedNow())
  full.set(prefix, {
    marks: new Set(recent.slice(0, most).map(markOf)),
    until: sharedNow() + roomInMs,
  })
  const first = recent.find((one) => one.endsWith(mark)) ?? entry
  // Two events in one millisecond have no order, so each counts against the other.
  const before = recent.filter((one) => createdAtOf(one) <= createdAtOf(first)).map(markOf)
  const hasRoom = new Set(before).size <= most
  return { ...noted, hasRoom, roomInMs, forget: hasRoom ? forget : nothing }
}

/** Makes notes one at a time: within a millisecond, each would count all others as earlier. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.catch(() => null).then(work)
    last = next
    return next
  }
}

const markOf = (entry: string) => entry.slice(-MARK_DIGITS)

const nothing = async () => {}

function sweep(prefix: string, over: string[]): void {
  const some = over.slice(0, SWEPT_AT_ONCE)
  if (some.length === 0) return
  afterAnswer(`sweep ${prefix}`, () => Promise.all(some.map((one) => kv.remove(prefix + one))))
}
