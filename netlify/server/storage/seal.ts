import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { SealFault } from './faults.ts'

/**
 * A sealed value is a mark, the number of its key, and the encrypted value. It opens only under the
 * key in the store that it was written to. Without STORE_KEY values stay plain.
 */

/** No text in UTF-8, no gzip and no PDF begins with it. */
const MARK = Buffer.from('\u00f5seal', 'latin1')
const NUMBER_BYTES = 2
const HEAD_BYTES = MARK.length + NUMBER_BYTES

/** What to store under a key of the store. */
export function seal(key: string, value: string | ArrayBuffer): string | ArrayBuffer {
  const [newest] = storeKeys()
  if (!newest) return value
  const head = Buffer.concat([MARK, Buffer.alloc(NUMBER_BYTES)])
  head.writeUInt16BE(newest.number, MARK.length)
  const plain = typeof value === 'string' ? Buffer.from(value) : new Uint8Array(value)
  return exactly(Buffer.concat([head, encrypt(newest.secret, key, plain)]))
}

/** The value that was stored under a key of the store. Throws if it is sealed and can't be opened. */
export function unseal(key: string, stored: ArrayBuffer): ArrayBuffer {
  const keys = storeKeys()
  // Nothing that is written here is empty, so a sealed value was cut to nothing.
  if (stored.byteLength === 0 && keys.length === 0) return stored
  if (!isMarked(stored)) return stored
  const secret = keys.find(({ number }) => number === numberOf(stored))?.secret
  const plain = secret && decrypt(secret, key, new Uint8Array(stored).subarray(HEAD_BYTES))
  if (plain) return exactly(plain)
  throw new SealFault(
    `${key} can't be opened: STORE_KEY is not the key that sealed it, or the value is damaged.`,
  )
}

/** True if the value is sealed with the newest key. */
export const isSealed = (stored: ArrayBuffer): boolean =>
  isMarked(stored) && numberOf(stored) === storeKeys()[0]?.number

/** True for the beginning of a mark, too: it is what is left of a sealed value that was cut. */
function isMarked(stored: ArrayBuffer): boolean {
  const mark = Buffer.from(stored).subarray(0, MARK.length)
  return MARK.subarray(0, mark.length).equals(mark)
}

/** Undefined if the value was cut before it. */
const numberOf = (stored: ArrayBuffer): number | undefined =>
  stored.byteLength < HEAD_BYTES ? undefined : new DataView(stored).getUint16(MARK.length)

/** A Buffer may be a part of a larger ArrayBuffer. */
const exactly = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

/** AES-256-GCM. A nonce is random, so one key serves 2^32 values (NIST SP 800-38D, 8.3). */
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts bytes; only the same key and the same name decrypt them again. */
export function encrypt(key: Uint8Array, name: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name))
  const text = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...text])
}

/** Null if the key or the name is another one, or if the bytes are damaged. */
export function decrypt(key: Uint8Array, name: string, bytes: Uint8Array): Buffer | null {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  // Node would accept a shorter tag.
  if (tag.length < TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, nonce)
  decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
  const plain = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    return null
  }
}

/** A key that values are sealed with. Its number is stored beside each value. */
type StoreKey = { number: number; secret: Uint8Array }

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
