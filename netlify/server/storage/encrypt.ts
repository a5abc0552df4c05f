import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

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
