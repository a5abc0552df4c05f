import { createHmac, randomBytes } from 'node:crypto'
import { StorageDown } from './faults.ts'
import * as kv from './kv.ts'
import { readOnce } from './remembered.ts'

/** One random secret per store, for challenges and the keys of claims. It never changes. */

const KEY = 'secret/site'

async function siteSecret(): Promise<string> {
  const value = await kv.getOrCreate(KEY, randomBytes(32).toString('hex'))
  // With another secret no claim would be found, so a person has to repair it.
  if (typeof value !== 'string') throw new StorageDown(`${KEY} is damaged. No backup has it.`)
  return value
}

/** A keyed hash (HMAC-SHA-256, hex), equal only for the same purpose and parts. */
export async function keyedHash(purpose: string, ...parts: string[]): Promise<string> {
  return createHmac('sha256', await readOnce(KEY, siteSecret))
    .update(JSON.stringify([purpose, ...parts]))
    .digest('hex')
}
