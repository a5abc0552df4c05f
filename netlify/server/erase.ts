import * as kv from './kv.ts'
import { file, rec } from './record-keys.ts'
import { forgetRow } from './segments.ts'

/**
 * Erases what is left of a removed record. The record itself goes last: while it is there, a sweep
 * knows that something is left to erase.
 */
export async function erase(name: string, id: string): Promise<void> {
  await Promise.all([kv.remove(file(name, id)), forgetRow(name, id)])
  await kv.remove(rec(name, id))
}
