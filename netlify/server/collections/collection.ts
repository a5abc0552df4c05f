import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import * as kv from '#server/storage/kv.ts'
import { isId } from '#server/storage/record-id.ts'
import { countLive } from './count-live.ts'
import type { Counts } from './counts.ts'
import { erase } from './erase.ts'
import { fileKey, goneKey, idsBelow, recordKey } from './record-keys.ts'

/**
 * A collection is a two-phase set: what was added, minus what was removed.
 *
 *     rec/<name>/<id>     one immutable record
 *     file/<name>/<id>    its file, where it has one; written before the record
 *     gone/<name>/<id>    its removal; this single write is the delete
 *     counts/<name>       how many there were: a cache, see counts.ts
 *     index/<name>/<n>    what is searched and sorted: a cache, see rows/segments.ts
 */
export type Collection<F extends Form = Form> = { form: F; name: string }

/** How a submission is kept: beside it stands what its claim can be made from again. */
export type StoredRecord<F extends Form = Form> = {
  submission: Submission<F>
  attempt: string
  digest: string
}

/** Why there is no record: it was never written, or removed. */
type Absence = 'missing' | 'removed'

/** Newest first; `next` is the id after which the next page begins. */
type RecordPage<F extends Form = Form> = {
  records: StoredRecord<F>[]
  total: number
  next: string | null
}

/** The collection of a form in which these answers belong; held submissions have one of their own. */
export const collectionOf = <F extends Form>(
  form: F,
  answers: Readonly<Record<string, unknown>>,
): Collection<F> => ({
  form,
  name: form.splitBy ? `${form.collection}.${String(answers[form.splitBy])}` : form.collection,
})

/** Held submissions are a collection of their own: they count in no total and show in no list. */
export const heldIn = <F extends Form>({ form, name }: Collection<F>): Collection<F> => ({
  form,
  name: `${name}.held`,
})

/** Keeps a record's file. To be called before the record is added: then no record lacks its file. */
export const addFile = ({ name }: Collection, id: string, bytes: ArrayBuffer): Promise<void> =>
  kv.putFile(fileKey(name, id), bytes)

/** The file of a record, or null where it has none. */
export const readFile = ({ name }: Collection, id: string): Promise<ArrayBuffer | null> =>
  kv.getFile(fileKey(name, id))

/** Adds a record; one that is there already stays as it is, since both are the same submission. */
export async function add<F extends Form>(
  { name }: Collection<F>,
  record: StoredRecord<F>,
): Promise<void> {
  await kv.create(recordKey(name, record.submission.id), record)
}

// Only `add` writes under these keys, and it takes records of the collection's own form.
const asRecord = <F extends Form>({ value }: kv.Found) => value as StoredRecord<F>

/** The record, or why there is none. */
export async function find<F extends Form>(
  { name }: Collection<F>,
  id: string,
): Promise<StoredRecord<F> | Absence> {
  const [found, removal] = await Promise.all([
    kv.get(recordKey(name, id)),
    kv.get(goneKey(name, id)),
  ])
  if (removal) return 'removed'
  return found ? asRecord<F>(found) : 'missing'
}

/** The record, or null where there is none any more, or never was. */
export async function read<F extends Form>(
  collection: Collection<F>,
  id: string,
): Promise<StoredRecord<F> | null> {
  const found = isId(id) ? await find(collection, id) : 'missing'
  return typeof found === 'string' ? null : found
}

/** Removes a record; false where there is none, or somebody else removed it first. */
export async function remove({ name }: Collection, id: string): Promise<boolean> {
  if (!isId(id) || !(await kv.get(recordKey(name, id)))) return false
  const outcome = await kv.create(goneKey(name, id), { at: Date.now() })
  // From here on the record is gone; a leftover that can't be erased now is swept by the next count.
  await erase(name, id).catch(() => undefined)
  return outcome === 'created'
}

/** How many records there are. */
export const total = async ({ name }: Collection): Promise<number> => (await countLive(name)).total

/** The newest records, `limit` at most, older than the id `after` where one is given. */
export async function page<F extends Form>(
  collection: Collection<F>,
  limit: number,
  after = '',
): Promise<RecordPage<F>> {
  const { name } = collection
  const { openIds, counts, removed, total } = await countLive(name)
  const isWanted = (id: string) => id > after && !removed.has(id)
  const ids = openIds.filter(isWanted)
  for (const prefix of runPrefixes(counts, after)) {
    if (ids.length > limit) break
    const listed = await idsBelow(recordKey(name, prefix))
    ids.push(...listed.filter(isWanted))
  }
  const shown = ids.slice(0, limit)
  return {
    records: await readAll(collection, shown),
    total,
    next: ids.length > limit ? (shown.at(-1) ?? null) : null,
  }
}

/** These records, without those that were removed since their ids were listed. */
export async function readAll<F extends Form>(
  { name }: Collection<F>,
  ids: readonly string[],
): Promise<StoredRecord<F>[]> {
  const found = await Promise.all(ids.map((id) => kv.get(recordKey(name, id))))
  return found.flatMap((one) => (one ? [asRecord<F>(one)] : []))
}

/** One listing should bring about this many ids. */
const IDS_PER_LISTING = 1_000

/** The closed spans that may hold ids after `after`, newest first, large ones cut into parts. */
function* runPrefixes(counts: Counts, after: string): Generator<string> {
  for (const [prefix, added] of counts.runs) {
    const parts = added > IDS_PER_LISTING ? Math.ceil(Math.log10(added / IDS_PER_LISTING)) : 0
    for (let part = 0; part < 10 ** parts; part++) {
      const span = parts ? prefix + String(part).padStart(parts, '0') : prefix
      if (span >= after.slice(0, span.length)) yield span
    }
  }
}
