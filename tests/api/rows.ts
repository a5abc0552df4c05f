import { gunzipSync } from 'node:zlib'
import { forgetAll } from '#server/storage/remembered.ts'
import * as kv from '#server/storage/kv.ts'

/** Reads, removes and damages a collection's derived rows. */

/** Clears the memory, as in a new instance of a function. */
export const forget = forgetAll

export const chunkKeys = async (name: string): Promise<string[]> =>
  (await kv.list(`rows/${name}/`)).filter((key) => !/(manifest|recent)$/.test(key))

export async function rowTexts(name: string): Promise<string> {
  const files = await Promise.all((await chunkKeys(name)).map(kv.getFile))
  return files.flatMap((file) => (file ? gunzipSync(file).toString() : [])).join('')
}

export const LOSSES = ['manifest', 'chunk', 'garbage', 'hints', 'memory'] as const

/** Removes or damages derived data; `which` picks one of several chunks. */
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
  // An instance with the chunk in memory would not read it again.
  forget()
  if (what === 'chunk') return kv.remove(key)
  const bytes = await kv.getFile(key)
  if (bytes) await kv.putFile(key, bytes.slice(0, which % bytes.byteLength))
}
