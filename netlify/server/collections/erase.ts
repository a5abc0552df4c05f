import * as kv from '#server/storage/kv.ts'
import { fileKey, recordKey } from './record-keys.ts'
import { forgetRow } from './rows/segments.ts'

/** Erases what is left of a removed record. */
export async function erase(name: string, id: string): Promise<void> {
  // A row that many deletes at once keep from being erased is swept by the next search.
  const row = forgetRow(name, id).catch(() => undefined)
  await kv.remove(fileKey(name, id))
  // The record goes after its file: while it is there, a sweep knows that something is left.
  await kv.remove(recordKey(name, id))
  await row
}
