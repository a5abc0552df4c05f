import { getStore } from '@netlify/blobs'
import { accessOf } from '../store/backends.ts'
import { interceptStorage } from './studio.ts'

/** Two values of STORE_KEY. */
export const OLD = Buffer.alloc(32, 1).toString('base64')
export const NEW = Buffer.alloc(32, 2).toString('base64')

/** The store as the platform sees it, without `kv.ts`. */
export function bareStore() {
  let storage: typeof fetch = fetch
  interceptStorage((own) => (storage = own))
  const access = accessOf(process.env['NETLIFY_BLOBS_CONTEXT'] ?? '')
  return getStore({ ...access, fetch: storage, name: 'studio', consistency: 'strong' })
}

/** The bytes under every key. */
export async function bareValues(): Promise<Map<string, Buffer>> {
  const store = bareStore()
  const { blobs } = await store.list()
  const values = new Map<string, Buffer>()
  for (const { key } of blobs) {
    values.set(key, Buffer.from(await store.get(key, { type: 'arrayBuffer' })))
  }
  return values
}

/** The number of the key that sealed this value; 0 if it is plain. */
export const sealOf = (value: Buffer): number =>
  value.toString('latin1', 0, 5) === '\u00f5seal' ? value.readUInt16BE(5) : 0
