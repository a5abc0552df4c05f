import { randomBytes } from 'node:crypto'
import type { LogAnswer, LogItem } from '#api/admin-contract.ts'
import { sharedNow } from '#server/storage/clock.ts'
import { Forgotten, untilWon } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { getProven, isSentinel, provenIfEmpty } from '#server/storage/sentinel.ts'
import { entryIn, hashOf, headIn, HEADS, isExpired, LOG } from './entry.ts'
import type { Act, Actor, Entry, Head, Subject } from './entry.ts'

/**
 * Adds an act to the log: to the head of this person's acts by compare-and-set, which decides, then
 * as an entry. It resolves to the entry's id when the entry is certainly there. Of a person it keeps
 * only id and name.
 */
export async function log({ id, name }: Actor, act: Act, about: Subject = {}): Promise<string> {
  const tried: Head[] = []
  const facts = { who: { id, name }, act, about }
  const { key, entry } = await untilWon(() => tryOnce(facts, tried))
  await kv.create(key, entry)
  return key.slice(LOG.length)
}

/** Undefined if another act of the same person came first. A try is added to those before. */
async function tryOnce(facts: Facts, tried: Head[]) {
  const headKey = HEADS + facts.who.id
  const found = await kv.get(headKey)
  const head = headIn(found?.value)
  // The process that wrote it may have died before this. An entry is never overwritten.
  if (head && !isExpired(head.key) && !(await kv.get(head.key)))
    await kv.create(head.key, head.entry)
  // The answer to an earlier try may be lost. If it won, its entry is there by now.
  for (const one of tried) if (await kv.get(one.key)) return one
  const next = after(head, facts)
  tried.push(next)
  const isWon = found
    ? await kv.replace(headKey, next, found.etag)
    : (await kv.create(headKey, next)) === 'created'
  return isWon ? next : undefined
}

type Facts = Pick<Entry, 'who' | 'act' | 'about'>

function after(head: Head | undefined, facts: Facts): Head {
  // Keys of a chain are in its order, though clocks differ.
  const at = Math.max(sharedNow(), head ? createdAtOf(head.key.slice(LOG.length)) + 1 : 0)
  const before = head ? { key: head.key, hash: hashOf(head.key, head.entry) } : null
  const chain = head?.entry.chain ?? randomBytes(8).toString('hex')
  const entry = { at: new Date(at).toISOString(), ...facts, chain, before }
  return { key: LOG + newId(at), entry }
}

/** Entries that one answer reads: an answer costs 200 requests at most. */
const READ_AT_ONCE = 150
/** Enough for `to` of a page of keys. */
const PAGE_KEYS = 1_000

/** The keys of the log after this id, the newest first; the first ones of many. */
export const logKeysAfter = (after: string, most = PAGE_KEYS): Promise<string[]> =>
  provenIfEmpty(
    LOG,
    () => listAfter(after, most),
    (keys) => keys.length === 0,
  )

async function listAfter(after: string, most: number): Promise<string[]> {
  const keys: string[] = []
  for await (const page of kv.listPages(LOG)) {
    const isAfter = (key: string) => key > LOG + after && !isSentinel(key)
    keys.push(...page.map(({ key }) => key).filter(isAfter))
    if (keys.length >= most) break
  }
  return keys.sort().slice(0, most)
}

/** A page of the log, the newest first, of everybody or of one person. */
export async function readLog(after: string, person: string | null): Promise<LogAnswer> {
  const keys = await logKeysAfter(after, READ_AT_ONCE)
  const read = await Promise.all(keys.map((key) => readEntry(key.slice(LOG.length))))
  const items = read.filter((one) => one !== null)
  const last = keys.length === READ_AT_ONCE ? keys.at(-1) : undefined
  return {
    items: items.filter(({ who }) => person === null || who.id === person),
    next: last ? last.slice(LOG.length) : null,
  }
}

/** Null for an entry that is damaged or lost, which the check names; undefined if there is none. */
export async function entryAt(key: string): Promise<Entry | null | undefined> {
  try {
    const found = await getProven(key)
    return found ? entryIn(key, found.value) : undefined
  } catch (error) {
    if (error instanceof Forgotten) return null
    throw error
  }
}

/** An entry as the admin reads it. */
export async function readEntry(id: string): Promise<LogItem | null> {
  const entry = await entryAt(LOG + id)
  if (!entry) return null
  const { at, who, act, about } = entry
  return { id, at, who, act, about }
}
