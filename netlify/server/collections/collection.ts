import { census } from './count-live.ts'
import { erase } from './erase.ts'
import * as kv from '#server/storage/kv.ts'
import { isId } from '#server/storage/record-id.ts'
import { file, gone, idsBelow, rec } from './record-keys.ts'
import type { Tally } from './counts.ts'

/**
 * A collection is a two-phase set: what was added, minus what was removed.
 *
 *     rec/<name>/<id>     one immutable record
 *     file/<name>/<id>    its file, where it has one; written before the record
 *     gone/<name>/<id>    its removal; this single write is the delete
 *     counts/<name>       the tally: a cache, see counts.ts
 *     index/<name>/<n>    what is searched and sorted: a cache, see rows/segments.ts
 */

export type Absence = 'missing' | 'removed'
export type Page = { items: unknown[]; total: number; next: string | null }

/** Keeps a record's file. To be called before the record is added: then no record lacks its file. */
export const addFile = (name: string, id: string, bytes: ArrayBuffer): Promise<void> =>
  kv.putFile(file(name, id), bytes)

/** The file of a record, or null where it has none. */
export const readFile = (name: string, id: string): Promise<ArrayBuffer | null> =>
  kv.getFile(file(name, id))

/** Adds a record; one that is there already stays as it is, since both are the same submission. */
export async function add(name: string, id: string, record: unknown): Promise<void> {
  await kv.create(rec(name, id), record)
}

/** The record, or why there is none. */
export async function find(name: string, id: string): Promise<{ record: unknown } | Absence> {
  const [found, removal] = await Promise.all([kv.get(rec(name, id)), kv.get(gone(name, id))])
  if (removal) return 'removed'
  return found ? { record: found.value } : 'missing'
}

/** The record, or null where there is none any more, or never was. */
export async function read(name: string, id: string): Promise<unknown> {
  const found = isId(id) ? await find(name, id) : 'missing'
  return typeof found === 'string' ? null : found.record
}

/** Removes a record; false where there is none, or somebody else removed it first. */
export async function remove(name: string, id: string): Promise<boolean> {
  if (!isId(id) || !(await kv.get(rec(name, id)))) return false
  const outcome = await kv.create(gone(name, id), { at: Date.now() })
  // From here on the record is gone; a leftover that can't be erased now is swept by the next count.
  await erase(name, id).catch(() => undefined)
  return outcome === 'created'
}

/** How many records there are. */
export const total = async (name: string): Promise<number> => (await census(name)).total

/** The newest records, `limit` at most, older than the id `after` where one is given. */
export async function page(name: string, limit: number, after = ''): Promise<Page> {
  const { openIds, tally, removed, total } = await census(name)
  const isWanted = (id: string) => id > after && !removed.has(id)
  const ids = openIds.filter(isWanted)
  for (const prefix of runPrefixes(tally, after)) {
    if (ids.length > limit) break
    const listed = await idsBelow(rec(name, prefix))
    ids.push(...listed.filter(isWanted))
  }
  const shown = ids.slice(0, limit)
  return {
    items: await readAll(name, shown),
    total,
    next: ids.length > limit ? (shown.at(-1) ?? null) : null,
  }
}

/** These records, without those that were removed since their ids were listed. */
export async function readAll(name: string, ids: readonly string[]): Promise<unknown[]> {
  const found = await Promise.all(ids.map((id) => kv.get(rec(name, id))))
  return found.flatMap((one) => (one ? [one.value] : []))
}

/** One listing should bring about this many ids. */
const LISTING = 1_000

/** The closed spans that may hold ids after `after`, newest first, large ones cut into parts. */
function* runPrefixes(tally: Tally, after: string): Generator<string> {
  for (const [prefix, added] of tally.runs) {
    const parts = added > LISTING ? Math.ceil(Math.log10(added / LISTING)) : 0
    for (let part = 0; part < 10 ** parts; part++) {
      const span = parts ? prefix + String(part).padStart(parts, '0') : prefix
      if (span >= after.slice(0, span.length)) yield span
    }
  }
}
