/**
 * One attempt to send a form. A retry of the same answers (as JSON) keeps its key, so it can't be
 * stored twice. `began`, the time of the first touch, is in milliseconds since 1970.
 */
export type Attempt = { key: string; began: number; answers: string }

/** A new key, a UUIDv7 (RFC 9562 §5.7): its first 48 bits say when the visitor began. */
export function mintAttemptKey(began = Date.now()): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(9)))
  const random = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  // The version is 7. The variant is 8, which leaves two of its bits unused.
  const hex = `${began.toString(16).padStart(12, '0')}7${random.slice(0, 3)}8${random.slice(3)}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** When a version 7 key was created, in milliseconds since 1970. Other versions contain no time. */
export const mintedAt = (key: string) =>
  key.charAt(14) === '7' ? Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16) : undefined

export const beginAttempt = (began: number, answers = ''): Attempt => ({
  key: mintAttemptKey(began),
  began,
  answers,
})

/**
 * The attempt for these answers: the last one if it sent them, or has sent nothing yet. Other answers
 * are a new submission, which keeps the start time of the old one.
 */
export const attemptWith = (answers: string, last: Attempt): Attempt =>
  last.answers === answers || last.answers === ''
    ? { ...last, answers }
    : beginAttempt(last.began, answers)
