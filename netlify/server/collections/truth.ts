import { LRUCache } from 'lru-cache'
import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import { deployContext } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection, StoredRecord } from './collection.ts'
import { goneKey, recordKey } from './keys.ts'
import type { Row } from './rows/row.ts'
import { readState, UNTOUCHED, type FoundState } from './state.ts'

/** All that stands in the store about one id, read by its keys: nothing derived has a say in it. */
export type Truth<F extends Form = Form> = FoundState & {
  record: StoredRecord<F> | null
  isRemoved: boolean
}

/** Removals that this instance has seen: none is ever taken back. */
const removed = new LRUCache<string, true>({ max: 50_000 })
const GONE = { record: null, isRemoved: true, state: UNTOUCHED, etag: '' }

/** Looks at everything that says what is true of an id. */
export async function look<F extends Form>({ name }: Collection<F>, id: string): Promise<Truth<F>> {
  const place = `${deployContext()}/${name}/${id}`
  if (removed.has(place)) return GONE
  const [plain, marked, removal, state] = await Promise.all([
    readRecord<F>(recordKey(name, id)),
    readRecord<F>(recordKey(name, id, true)),
    kv.get(goneKey(name, id)),
    readState(name, id),
  ])
  if (removal) removed.set(place, true)
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
export const rowOf = <F extends Form>({
  record,
  isRemoved,
  state,
  etag,
}: Truth<F>): Row<F> | null =>
  record && !isRemoved
    ? { id: (record.submission as Submission).id, etag, state, submission: record.submission }
    : null
