import { useEffect, useRef } from 'react'
import type { Form } from '#forms/form.ts'
import { check } from '#forms/judging/check.ts'
import { typedIn } from '#forms/judging/typed.ts'
import { attemptWith, beginAttempt, type Attempt } from '#forms/attempt.ts'
import { dropDraft, restoreDraft, saveDraft } from './draft.ts'
import { explainFailure, send } from './send.ts'

/**
 * A form's draft and attempts. Its inputs are uncontrolled, so that text typed before this code
 * arrived is kept.
 */
export function useSending(form: Form) {
  const element = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const edits = useRef(0)

  // The first caller restores the draft with its attempt: a key event may come before the effect.
  const attemptOf = (from: HTMLFormElement) => (attempt.current ??= restoreDraft(from))

  useEffect(() => {
    if (element.current) attemptOf(element.current)
  }, [])

  return {
    element,
    keep(from: HTMLFormElement) {
      edits.current++
      saveDraft(from, attemptOf(from))
    },
    /** The answers, or the errors by field. */
    read(from: HTMLFormElement) {
      attemptOf(from)
      return check(form, typedIn(form, new FormData(from)))
    },
    /**
     * Sends the answers and empties the form; throws what `send` throws. If something was typed
     * meanwhile (`isChanged`), the form keeps all it has, as the draft of another message.
     */
    async send(from: HTMLFormElement, answers: object, onProgress: (share: number) => void) {
      const before = edits.current
      const now = (attempt.current = attemptWith(JSON.stringify(answers), attemptOf(from)))
      saveDraft(from, now)
      // The browser asks before it leaves: what is on its way might not arrive.
      const askFirst = (event: Event) => event.preventDefault()
      addEventListener('beforeunload', askFirst)
      try {
        const stored = await send(form, from, { key: now.key, answers }, onProgress)
        const isChanged = edits.current > before
        // A correction began with the message that it corrects.
        attempt.current = beginAttempt(isChanged ? now.began : Date.now())
        if (isChanged) saveDraft(from, attempt.current)
        else {
          from.reset()
          dropDraft(from)
        }
        return { ...stored, isChanged }
      } catch (error) {
        // Another tab has used this key for other answers, so these are a new submission.
        if (explainFailure(form, error).wasSent) {
          saveDraft(from, (attempt.current = beginAttempt(now.began)))
        }
        throw error
      } finally {
        removeEventListener('beforeunload', askFirst)
      }
    },
  }
}
