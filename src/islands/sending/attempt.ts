import { mintAttemptKey } from '#forms/attempt-key.ts'

/**
 * One attempt to send. A retry of the same answers (as JSON) keeps its key, so it can't be stored
 * twice. `began` is in milliseconds since 1970.
 */
export type Attempt = { key: string; began: number; answers: string }

export const beginAttempt = (began: number, answers = ''): Attempt => ({
  key: mintAttemptKey(began),
  began,
  answers,
})

/** When the visitor first touched the form, in milliseconds since 1970. */
export const touchedAt = (element: HTMLElement) =>
  Number(element.closest<HTMLElement>('[data-touched-at]')?.dataset['touchedAt']) || Date.now()

/**
 * The attempt for these answers: the last one if it sent them, or has sent nothing yet. Other answers
 * are a new submission, which keeps the start time of the old one.
 */
export const attemptWith = (answers: string, last: Attempt): Attempt =>
  last.answers === answers || last.answers === ''
    ? { ...last, answers }
    : beginAttempt(last.began, answers)
