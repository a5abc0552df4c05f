import { randomUUID } from 'node:crypto'
import { mintedAt } from '#forms/attempt.ts'
import type { Form } from '#forms/form.ts'
import { HttpError } from '#server/http/answers.ts'
import { networkOf } from '#server/http/network.ts'
import { MINUTE_MS } from '#server/storage/clock.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note, type Noted } from '#server/storage/sliding-window.ts'

/** A submission with a signal is held but answered like any other, so a bot learns nothing. */

/** No person fills a form faster. */
const QUICK_FILL_MS = 2_000
const FLOOD_WINDOW_MS = 10 * MINUTE_MS
/** So many times the limit are held beyond it; the rest is refused. */
const HELD_FLOODS = 3

/** More submissions from one address to one form in the window are held. */
const floodLimit = () => Number(process.env['FLOOD_LIMIT']) || 20

type Circumstances = {
  honeypot: string | undefined
  key: string | null
  /** Submissions from its network in the window, including this one. */
  visit: Noted
}

/** How many submissions came from the address's network, whether there is room, and `forget`. */
export async function countVisit(form: Form, attempt: string, address: string): Promise<Noted> {
  const name = `${form.name}/${await keyedHash('address', networkOf(address))}`
  return note(name, attempt, { spanMs: FLOOD_WINDOW_MS, most: floodLimit() * (1 + HELD_FLOODS) })
}

/** An attempt with more repeats in the window is refused. */
const MOST_REPEATS = 100

/** 503 once an attempt is repeated too often. */
export async function requireFewRepeats(form: Form, attempt: string): Promise<void> {
  const span = { spanMs: FLOOD_WINDOW_MS, most: MOST_REPEATS }
  requireRoom(form, await note(`repeat/${attempt}`, randomUUID(), span))
}

function requireRoom(form: Form, { roomInMs }: Noted): void {
  if (roomInMs === 0) return
  const seconds = Math.ceil(roomInMs / 1_000)
  throw new HttpError(503, form.failure, { headers: { 'retry-after': String(seconds) } })
}

/** The reasons to hold a submission; 503 once a flood exceeds what is held. */
export function signalsOf(form: Form, { visit, ...seen }: Circumstances): string[] {
  requireRoom(form, visit)
  return [
    ...(seen.honeypot?.trim() ? ['honeypot'] : []),
    ...(isTooQuick(seen.key) ? ['quick fill'] : []),
    ...(visit.recent > floodLimit() ? ['flood'] : []),
  ]
}

function isTooQuick(key: string | null): boolean {
  const minted = key ? mintedAt(key) : undefined
  if (minted === undefined) return false
  const took = Date.now() - minted
  // A visitor's clock may be ahead.
  return took >= 0 && took < QUICK_FILL_MS
}
