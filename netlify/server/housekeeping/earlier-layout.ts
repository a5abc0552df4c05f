import type { Submission } from '#forms/submission.ts'
import type { StoredRecord } from '#server/collections/collection.ts'
import { fileKey, recordKey } from '#server/collections/keys.ts'
import { add, addFile } from '#server/collections/records.ts'
import { readRecord } from '#server/collections/truth.ts'
import * as kv from '#server/storage/kv.ts'
import { everyCollection } from '#server/collections/every-collection.ts'

/**
 * Held submissions were a collection of their own once, `<name>.held`, and counts and an index stood
 * beside the records. A store that was written then is brought to the present layout, a record after
 * the other; ids stay, so that claims still lead to them.
 */
const APART = '.held'
const DERIVED = ['counts/', 'index/']

/** Moves what is left of that layout for as long as there is time; how many keys that were. */
export async function moveEarlierLayout(isTime: () => boolean): Promise<number> {
  let moved = 0
  for (const held of (await everyCollection()).filter(({ name }) => name.endsWith(APART))) {
    const collection = { ...held, name: held.name.slice(0, -APART.length) }
    for (const key of await kv.list(recordKey(held.name, ''))) {
      if (!isTime()) return moved
      const record = await readRecord(key)
      if (record) await moveRecord(held.name, collection, record)
      // What can't be read stays where it is, for a person to look at.
      if (record) await kv.remove(key)
      moved++
    }
  }
  for (const key of (await Promise.all(DERIVED.map(kv.list))).flat()) {
    if (!isTime()) return moved
    await kv.remove(key)
    moved++
  }
  return moved
}

/** Writes it to its new place, with its file, before anything of the old one goes. */
async function moveRecord(
  name: string,
  collection: Parameters<typeof add>[0],
  record: StoredRecord,
): Promise<void> {
  const { id } = record.submission as Submission
  const file = await kv.getFile(fileKey(name, id))
  if (file) await addFile(collection, id, file)
  await add(collection, record)
  await kv.remove(fileKey(name, id))
}
