import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection, StoredRecord } from './collection.ts'
import { goneKey, recordKey } from './keys.ts'
import { remembered } from './memory.ts'
import type { Row } from './rows/row.ts'
import { readState, UNTOUCHED, type FoundState } from './state.ts'

/** All that the store has under one id, read by its keys: nothing derived has a say in it. */
export type Truth<F extends Form = Form> = FoundState & {
  record: StoredRecord<F> | null
  isRemoved: boolean
}

const GONE = { record: null, isRemoved: true, state: UNTOUCHED, etag: '' }
/** Removals that this instance has seen: none is ever taken back. */
const removed = remembered<typeof GONE>({ max: 50_000 })

export async function look<F extends Form>({ name }: Collection<F>, id: string): Promise<Truth<F>> {
  const key = goneKey(name, id)
  if (removed.has(key)) return GONE
  const [plain, marked, removal, state] = await Promise.all([
    readRecord<F>(recordKey(name, id)),
    readRecord<F>(recordKey(name, id, true)),
    kv.get(key),
    readState(name, id),
  ])
  if (removal) removed.set(key, GONE)
  return removal ? GONE : { record: plain ?? marked, isRemoved: false, ...state }
}

/** The record under this key; one that is damaged is named in the log, and is none. */
export async function readRecord<F extends Form>(key: string): Promise<StoredRecord<F> | null> {
  const found = await kv.get(key)
  if (!found) return null
  // Only `add` writes under these keys, and it takes records of the collection's own form.
  const record = (found.value ?? {}) as Partial<StoredRecord<F>>
  if (typeof record.submission?.id === 'string') return record as StoredRecord<F>
  console.error(`${key} is damaged. Nothing shows it until it is restored.`)
  return null
}

/** The row of what is alive, or null. */
export function rowOf<F extends Form>(truth: Truth<F>): Row<F> | null {
  const { record, isRemoved, state, etag } = truth
  if (!record || isRemoved) return null
  return { id: (record.submission as Submission).id, etag, state, submission: record.submission }
}

const READS_AT_ONCE = 32

/** Reads as many as there is room for, side by side; the others are `left`. */
export async function readSome<Key, Found>(
  keys: readonly Key[],
  isRoom: (key: Key) => boolean,
  read: (key: Key) => Promise<Found>,
) {
  const { some = [], left = [] } = Object.groupBy(keys, (key) => (isRoom(key) ? 'some' : 'left'))
  const pair = async (key: Key) => [key, await read(key)] as const
  return { found: await pMap(some, pair, { concurrency: READS_AT_ONCE }), left }
}
