/**
 * One attempt to send a form. A retry of the same answers (as JSON) keeps its key, so it can't be
 * stored twice. `began`, the time of the first touch, is in milliseconds since 1970.
 */
export type Attempt = { key: string; began: number; answers: string }

/** A new key, a UUIDv7 (RFC 9562 §5.7): its first 48 bits say when the visitor began. */
export function mintAttemptKey(began = Date.now()): string {
  const time = began.toString(16).padStart(12, '0')
  // The browser's UUID is random after its version, a 4.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
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
