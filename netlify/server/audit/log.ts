import { randomBytes } from 'node:crypto'
import { untilWon } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { hashOf, HEADS, LOG } from './entry.ts'
import type { Act, Actor, Entry, Head, Subject } from './entry.ts'

/** Adds an act to the log. It resolves to the entry's id when the entry is certainly there. */
export async function log(who: Actor, act: Act, about: Subject = {}): Promise<string> {
  const tried: Head[] = []
  const { key, entry } = await untilWon(() => tryOnce({ who, act, about }, tried))
  await kv.create(key, entry)
  return key.slice(LOG.length)
}

/** Undefined if another act of the same person came first. A try is added to those before. */
async function tryOnce(facts: Facts, tried: Head[]) {
  const headKey = HEADS + facts.who.id
  const found = await kv.get(headKey)
  // Only this function writes there.
  const head = found?.value as Head | undefined
  // The process that wrote it may have died before this. An entry is never overwritten.
  if (head && !(await kv.get(head.key))) await kv.create(head.key, head.entry)
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
  const at = Math.max(Date.now(), head ? createdAtOf(head.key.slice(LOG.length)) + 1 : 0)
  const before = head ? { key: head.key, hash: hashOf(head.key, head.entry) } : null
  const chain = head?.entry.chain ?? randomBytes(8).toString('hex')
  const entry = { at: new Date(at).toISOString(), ...facts, chain, before }
  return { key: LOG + newId(at), entry }
}
