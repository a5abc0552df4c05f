import { untilWon } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { chainOf, hashOf, HEADS, LOG } from './entry.ts'
import type { Act, Actor, Entry, Head, Subject } from './entry.ts'

/** Adds an act to the log. It resolves when the entry is certainly there. */
export async function log(who: Actor, act: Act, about: Subject = {}): Promise<void> {
  const chain = await chainOf(who)
  const { key, entry } = await untilWon(() => tryOnce(chain, { who, act, about }))
  await kv.create(key, entry)
}

/** Undefined if another act of the same person came first. */
async function tryOnce(chain: string, facts: Pick<Entry, 'who' | 'act' | 'about'>) {
  const found = await kv.get(HEADS + chain)
  // Only this function writes there.
  const head = found?.value as Head | undefined
  // Whoever wrote it may have died before this; and an entry is never overwritten.
  if (head && !(await kv.get(head.key))) await kv.create(head.key, head.entry)
  const next = after(head, chain, facts)
  const isWon = found
    ? await kv.replace(HEADS + chain, next, found.etag)
    : (await kv.create(HEADS + chain, next)) === 'created'
  return isWon ? next : undefined
}

function after(
  head: Head | undefined,
  chain: string,
  facts: Pick<Entry, 'who' | 'act' | 'about'>,
): Head {
  // Keys of a chain are in its order, though clocks differ.
  const at = Math.max(Date.now(), head ? createdAtOf(head.key.slice(LOG.length)) + 1 : 0)
  const before = head ? { key: head.key, hash: hashOf(head.key, head.entry) } : null
  const entry = { at: new Date(at).toISOString(), ...facts, chain, before }
  return { key: LOG + newId(at), entry }
}
