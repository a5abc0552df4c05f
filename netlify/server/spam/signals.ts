import { randomUUID } from 'node:crypto'
import { mintedAt } from '#forms/attempt-key.ts'
import type { Form } from '#forms/form.ts'
import { HttpError } from '#server/http/http-error.ts'
import { networkOf } from '#server/http/network.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note, type Noted } from '#server/storage/sliding-window.ts'

/** A submission with a signal is held, and answered like any other: a bot learns nothing. */

/** Nobody fills a form in less. */
export const QUICK_FILL_MS = 2_000
/** A key older than this tells nothing of the fill time: the page was left open. */
const LONGEST_FILL_MS = 24 * 60 * 60 * 1_000
/** The sliding window in which the submissions from one address are counted. */
export const FLOOD_WINDOW_MS = 10 * 60 * 1_000
/** Up to so many times the limit more are held; what goes beyond is refused. */
const HELD_FLOODS = 3

/** Submissions from one address to one form in the window, before more are held. */
const floodLimit = () => Number(process.env['FLOOD_LIMIT']) || 20

type Circumstances = {
  honeypot: string | undefined
  /** The attempt's key as the browser minted it, if it sent one. */
  key: string | null
  /** Submissions from its network in the window, this one among them. */
  visit: Noted
}

/** Notes an attempt (a hash) from this address among those of the last minutes. */
export async function countVisit(form: Form, attempt: string, address: string): Promise<Noted> {
  const name = `${form.name}/${await keyedHash('address', networkOf(address))}`
  return note(name, attempt, { spanMs: FLOOD_WINDOW_MS, most: floodLimit() * (1 + HELD_FLOODS) })
}

/** Repeats of an attempt that are answered in the window. */
const MOST_REPEATS = 100

/** 503 once an attempt is repeated beyond reason. */
export async function requireFewRepeats(form: Form, attempt: string): Promise<void> {
  const span = { spanMs: FLOOD_WINDOW_MS, most: MOST_REPEATS }
  requireRoom(form, await note(`repeat/${attempt}`, randomUUID(), span))
}

function requireRoom(form: Form, { roomInMs }: Noted): void {
  if (roomInMs === 0) return
  const seconds = Math.ceil(roomInMs / 1_000)
  throw new HttpError(503, form.failure, { headers: { 'retry-after': String(seconds) } })
}

/** The reasons to hold a submission back, or none; 503 once a flood outgrows what is kept of it. */
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
  // A visitor's clock may be wrong: only a plausible time is judged.
  return took >= 0 && took <= LONGEST_FILL_MS && took < QUICK_FILL_MS
}
