/**
 * The key of one attempt to send a form: a UUIDv7 (RFC 9562 §5.7), created at the first touch. It
 * identifies a retry. Its first 48 bits say when the visitor began.
 */

/** A new key. `now` is in whole milliseconds since 1970. */
export function mintAttemptKey(now = Date.now()): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(9)))
  const random = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  // The version is 7. The variant is 8, which leaves two of its bits unused.
  const hex = `${now.toString(16).padStart(12, '0')}7${random.slice(0, 3)}8${random.slice(3)}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** When a version 7 key was created, in milliseconds since 1970. Other versions contain no time. */
export const mintedAt = (key: string) =>
  key.charAt(14) === '7' ? Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16) : undefined
