import { decrypt, encrypt } from './encrypt.ts'
import { SealFault } from './faults.ts'
import { storeKeys } from './store-key.ts'

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
