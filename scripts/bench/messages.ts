import { performance } from 'node:perf_hooks'
import type { Collection } from '#server/collections/collection.ts'
import { recordKey } from '#server/collections/keys.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { writeRecentFile } from '#server/collections/rows/recent.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'

const FIRST = ['Ada', 'Zoë', 'Łukasz', 'Priya', 'Mei', 'José', 'Ngozi', 'Åsa']
const LAST = ['Lovelace', 'Iyer', 'Smith', 'Okafor', 'Öberg', 'Chen', 'García']
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000
const WRITES_AT_ONCE = 1_000
const FOLDING_MS = 10 * 60 * 1_000
/** Records between two printed lines. */
const STEP = 50_000

/** Stores `size` records and makes their rows; returns the ids, newest first. */
export async function fill(collection: Collection, size: number): Promise<string[]> {
  const ids = await write(collection, size)
  await foldAll(collection)
  return ids
}

/** Stores `size` records of one year without hints, which `add` would write. */
async function write({ name }: Collection, size: number): Promise<string[]> {
  const now = Date.now()
  const seconds = stopwatch()
  const ids = Array.from({ length: size }, (_, i) => newId(now - Math.round((i / size) * YEAR_MS)))
  for (let i = 0; i < size; i += WRITES_AT_ONCE) {
    await Promise.all(
      ids.slice(i, i + WRITES_AT_ONCE).map((id, j) => {
        const record = { submission: messageOf(id, i + j), attempt: id, digest: '' }
        return kv.create(recordKey(name, id), record)
      }),
    )
    if ((i + WRITES_AT_ONCE) % STEP === 0)
      say(`${i + WRITES_AT_ONCE} written to ${name}`, seconds())
  }
  return ids
}

export async function foldAll(collection: Collection): Promise<void> {
  const seconds = stopwatch()
  const isDone = await fold(collection, FOLDING_MS)
  await writeRecentFile(collection)
  say(isDone ? 'folded' : 'NOT ALL FOLDED', seconds())
}

export const say = (what: string, seconds: number) =>
  console.log(`  … ${what}, ${seconds.toFixed(1)} s`)

/** Returns a function that returns the seconds since this call. */
export function stopwatch() {
  const began = performance.now()
  return () => (performance.now() - began) / 1_000
}

const messageOf = (id: string, number: number) => ({
  id,
  createdAt: new Date(createdAtOf(id)).toISOString(),
  name: `${FIRST[number % FIRST.length]} ${LAST[number % LAST.length]} ${number}`,
  email: `person-${number}@example.com`,
  company: `Company ${number % 997}`,
  subject: 'General Inquiry',
  message: 'I would like to talk about building a company with you. '.repeat(8),
})
