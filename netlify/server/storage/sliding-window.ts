import { createHash } from 'node:crypto'
import { afterAnswer } from '#server/http/request-context.ts'
import * as kv from './kv.ts'
import { bornAt, countdown } from './record-id.ts'

/**
 * A sliding window counts what happened lately, by appending first and listing then. A counter would lose parallel
 * increments; this way, of any number of parallel callers at least the last one sees them all.
 */

/** Old entries go a few at a time, so that no request pays for a whole flood. */
const SWEPT_AT_ONCE = 20
/** Hex digits that tell one event from another. */
const MARK_DIGITS = 16

/**
 * Notes one event under `name` and says how many distinct ones lie in the last `spanMs`, this
 * one included. The same `event` twice, such as a retry, counts once. `forget` takes the note back.
 */
export async function note(name: string, event: string, spanMs: number) {
  const prefix = `window/${name}/`
  const mark = createHash('sha256').update(event).digest('hex').slice(0, MARK_DIGITS)
  const entry = `${countdown(Date.now())}-${mark}`
  await kv.put(prefix + entry, null)
  const entries = (await kv.list(prefix)).map((key) => key.slice(prefix.length))
  const isOver = (one: string) => Date.now() - bornAt(one) > spanMs
  const over = entries.filter(isOver).slice(0, SWEPT_AT_ONCE)
  if (over.length > 0) {
    afterAnswer(`sweep ${prefix}`, () => Promise.all(over.map((one) => kv.remove(prefix + one))))
  }
  const recent = entries.filter((one) => !isOver(one)).map((one) => one.slice(-MARK_DIGITS))
  return { recent: new Set(recent).size, forget: () => kv.remove(prefix + entry) }
}
