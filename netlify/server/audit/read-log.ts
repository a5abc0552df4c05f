import type { LogAnswer, LogItem } from '#api/admin-contract.ts'
import * as kv from '#server/storage/kv.ts'
import { isId } from '#server/storage/record-id.ts'
import { entryIn, LOG } from './entry.ts'

/** Entries that one answer reads: an answer costs 200 requests at most. */
const READ_AT_ONCE = 150
/** Enough for `to` of a page of keys. */
const PAGE_KEYS = 1_000

/** The keys of the log after this id, the newest first; the first ones of many. */
export async function logKeysAfter(after: string, most = PAGE_KEYS): Promise<string[]> {
  const keys: string[] = []
  for await (const page of kv.listPages(LOG)) {
    keys.push(...page.map(({ key }) => key).filter((key) => key > LOG + after))
    if (keys.length >= most) break
  }
  return keys.sort().slice(0, most)
}

/** A page of the log, the newest first, of everybody or of one person. */
export async function readLog(after: string, person: string | null): Promise<LogAnswer> {
  const keys = await logKeysAfter(isId(after) ? after : '', READ_AT_ONCE)
  const read = await Promise.all(keys.map((key) => readEntry(key.slice(LOG.length))))
  const items = read.filter((one) => one !== null)
  const last = keys.length === READ_AT_ONCE ? keys.at(-1) : undefined
  return {
    items: items.filter(({ who }) => person === null || who.id === person),
    next: last ? last.slice(LOG.length) : null,
  }
}

/** Null for an entry that is damaged, which the check names. */
export async function readEntry(id: string): Promise<LogItem | null> {
  const entry = entryIn(LOG + id, (await kv.get(LOG + id))?.value)
  if (!entry) return null
  const { at, who, act, about } = entry
  return { id, at, who, act, about }
}
