import * as kv from '#server/storage/kv.ts'

/** Where a collection keeps a record. With the beginning of an id, what such keys start with. */
export const recordKey = (name: string, id: string) => `rec/${name}/${id}`
/** Where a collection notes that a record was removed. */
export const goneKey = (name: string, id: string) => `gone/${name}/${id}`
/** Where a collection keeps the file of a record. */
export const fileKey = (name: string, id: string) => `file/${name}/${id}`

/** The ids at the end of all keys that start like this, in ascending order: the newest first. */
export async function idsBelow(prefix: string): Promise<string[]> {
  const keys = await kv.list(prefix)
  return keys.map((key) => key.slice(key.lastIndexOf('/') + 1))
}
