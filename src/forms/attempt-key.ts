/**
 * The key of one attempt to send a form: a UUIDv7 (RFC 9562 §5.7), created at the first touch. It
 * identifies a retry. Its first 48 bits say when the visitor began.
 */

/** A new key. `now` is in milliseconds since 1970. */
export function mintAttemptKey(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  new DataView(bytes.buffer).setUint32(0, Math.floor(now / 2 ** 16))
  new DataView(bytes.buffer).setUint16(4, now % 2 ** 16)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** When a version 7 key was created, in milliseconds since 1970. Other versions contain no time. */
export const mintedAt = (key: string) =>
  key.charAt(14) === '7' ? Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16) : undefined
