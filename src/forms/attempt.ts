/** A new key, a UUIDv7 (RFC 9562 §5.7): its first 48 bits say when the visitor began. */
export function mintAttemptKey(began = Date.now()): string {
  const time = began.toString(16).padStart(12, '0')
  // The browser's UUID is random after its version, a 4.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

/** When a version 7 key was created, in milliseconds since 1970. Other versions contain no time. */
export const mintedAt = (key: string) =>
  key.charAt(14) === '7' ? Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16) : undefined
