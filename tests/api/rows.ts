import { gunzipSync } from 'node:zlib'
import { forgetAll } from '#server/storage/remembered.ts'
import * as kv from '#server/storage/kv.ts'

/** The derived rows of a collection, as tests look at them, lose them and spoil them. */

/** Forgets everything that is kept in memory, as a new instance of a function does. */
export const forget = forgetAll

/** The keys of a collection's chunks. */
export const chunkKeys = async (name: string): Promise<string[]> =>
  (await kv.list(`rows/${name}/`)).filter((key) => !/(manifest|recent)$/.test(key))

/** What the rows of a collection say, as text. */
export async function rowTexts(name: string): Promise<string> {
  const files = await Promise.all((await chunkKeys(name)).map(kv.getFile))
  return files.flatMap((file) => (file ? gunzipSync(file).toString() : [])).join('')
}

/** What can be lost of what is derived; the hints are what make the rest worth trusting. */
export const LOSSES = ['manifest', 'chunk', 'garbage', 'hints', 'memory'] as const

/** Loses or spoils it; `which` picks among several. */
export async function lose(name: string, what: (typeof LOSSES)[number], which: number) {
  if (what === 'memory') {
    forget()
    return
  }
  if (what === 'manifest') return kv.remove(`rows/${name}/manifest`)
  if (what === 'hints') {
    await Promise.all((await kv.list(`hint/${name}/`)).map(kv.remove))
    return
  }
  const keys = await chunkKeys(name)
  const key = keys[which % keys.length]
  if (!key) return
  // An instance that knows a chunk needs no other one.
  forget()
  if (what === 'chunk') return kv.remove(key)
  const bytes = await kv.getFile(key)
  if (bytes) await kv.putFile(key, bytes.slice(0, which % bytes.byteLength))
}
