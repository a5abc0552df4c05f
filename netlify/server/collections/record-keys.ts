import * as kv from '#server/storage/kv.ts'

/** Where a collection keeps what belongs to one record. */
export const rec = (name: string, id: string) => `rec/${name}/${id}`
export const gone = (name: string, id: string) => `gone/${name}/${id}`
export const file = (name: string, id: string) => `file/${name}/${id}`

/** The ids at the end of all keys that start like this. */
export async function idsBelow(prefix: string): Promise<string[]> {
  const keys = await kv.list(prefix)
  return keys.map((key) => key.slice(key.lastIndexOf('/') + 1))
}
