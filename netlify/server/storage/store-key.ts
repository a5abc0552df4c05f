import { hkdfSync } from 'node:crypto'
import { SealFault } from './faults.ts'

/** A key that values are sealed with. Its number is stored beside each value. */
export type StoreKey = { number: number; secret: Uint8Array }

const WORDS = 'STORE_KEY: write 32 random bytes in base64, or a list 2:<new>,1:<old>.'
/** The last character of 32 bytes has two spare bits, which must be zero. */
const ENTRY = /^(?:([1-9]\d{0,2}):)?([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/

let known: { setting: string; keys: readonly StoreKey[] } = { setting: '', keys: [] }

/** The keys of STORE_KEY, the newest first; none if it is not set. Throws if it is wrong. */
export function storeKeys(): readonly StoreKey[] {
  const setting = process.env['STORE_KEY'] ?? ''
  if (known.setting !== setting) known = { setting, keys: setting ? keysIn(setting) : [] }
  return known.keys
}

/** A sentence if STORE_KEY is wrong, without its value. */
export function storeKeyFaults(): string[] {
  try {
    storeKeys()
    return []
  } catch {
    return [WORDS]
  }
}

/** A key without a number stands alone, and is number 1. */
function keysIn(setting: string): StoreKey[] {
  const texts = setting.split(',')
  const keys = texts.map((text) => {
    const [, number = texts.length > 1 ? undefined : '1', secret] = ENTRY.exec(text) ?? []
    if (!number || !secret) throw new SealFault(WORDS)
    return { number: Number(number), secret: derived(secret) }
  })
  const numbers = new Set(keys.map(({ number }) => number))
  if (numbers.size < keys.length) throw new SealFault(WORDS)
  return keys.sort((one, other) => other.number - one.number)
}

const derived = (secret: string) =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'store', 32))
