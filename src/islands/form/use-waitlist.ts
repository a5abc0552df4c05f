import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { check, type FieldErrors } from '#forms/judging/check.ts'
import type { Form } from '#forms/form.ts'
import { ApiError } from '../../api/call.ts'
import { attemptWith, beginAttempt, type Attempt } from '../sending/attempt.ts'
import { dropDraft, restoreDraft, saveDraft } from '../sending/draft.ts'
import { explainFailure, send } from '../sending/send.ts'
import { typedValues } from '../sending/typed.ts'

/** The result of a sign-up. */
export type JoinResult = 'idle' | 'joined' | 'duplicate' | 'failed'

/** The state of a waitlist's small form. The browser's own messages are used for its fields. */
export function useWaitlist(form: Form) {
  const element = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const [isJoining, setIsJoining] = useState(false)
  const [result, setResult] = useState<JoinResult>('idle')
  const [errors, setErrors] = useState<FieldErrors>({})

  // The first caller restores the draft: a key event may come before the effect.
  const attemptOf = (from: HTMLFormElement) => (attempt.current ??= restoreDraft(from))

  useEffect(() => {
    if (element.current) attemptOf(element.current)
  }, [])

  const edit = (event: { currentTarget: HTMLFormElement }) => {
    saveDraft(event.currentTarget, attemptOf(event.currentTarget))
    setErrors({})
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isJoining) return
    const from = event.currentTarget
    const begun = attemptOf(from)
    setResult('idle')
    const { answers, errors: ours } = check(form, typedValues(form, from))
    const wrong = wrongFields(from, ours)
    if (!answers || Object.keys(wrong).length > 0) {
      flushSync(() => setErrors(wrong))
      from.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      return
    }
    setIsJoining(true)
    const { key } = (attempt.current = attemptWith(JSON.stringify(answers), begun))
    saveDraft(from, attempt.current)
    try {
      const { duplicate } = await send(form, from, { key, answers }, () => {})
      from.reset()
      dropDraft(from)
      attempt.current = beginAttempt(Date.now())
      setResult(duplicate ? 'duplicate' : 'joined')
    } catch (error) {
      // Another tab has used this key for another address, so this is a new sign-up.
      if (explainFailure(form, error).wasSent) attempt.current = beginAttempt(attempt.current.began)
      setResult(error instanceof ApiError && error.status === 429 ? 'duplicate' : 'failed')
    } finally {
      setIsJoining(false)
    }
  }

  return { element, result, errors, isJoining, edit, submit }
}

/** The browser's errors in its own words, and ours: an address must pass both checks. */
function wrongFields(element: HTMLFormElement, ours: FieldErrors = {}): FieldErrors {
  const invalid = element.querySelectorAll<HTMLInputElement>('input:invalid')
  const theirs = [...invalid].map(({ name, validationMessage }) => [name, validationMessage])
  return { ...ours, ...(Object.fromEntries(theirs) as FieldErrors) }
}
