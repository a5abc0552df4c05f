import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { check } from '#forms/check.ts'
import type { Form } from '#forms/form.ts'
import { ApiError } from '../../api/call.ts'
import { attemptWith, beginAttempt, touchedAt, type Attempt } from '../sending/attempt.ts'
import { dropDraft, restoreDraft, saveDraft } from '../sending/draft.ts'
import { send } from '../sending/send.ts'
import { typedValues } from '../sending/typed.ts'

/** What became of a sign-up: it is on the list, was there before, or could not be sent. */
export type JoinResult = 'idle' | 'joined' | 'duplicate' | 'failed'

/** What the small form of a waitlist does; its fields are checked in the browser's own words. */
export function useWaitlist(form: Form) {
  const element = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const [isJoining, setIsJoining] = useState(false)
  const [result, setResult] = useState<JoinResult>('idle')

  useEffect(() => {
    if (element.current) attempt.current ??= restoreDraft(element.current)
  }, [])

  const attemptOf = (from: HTMLFormElement) => (attempt.current ??= beginAttempt(touchedAt(from)))

  const edit = (event: { currentTarget: HTMLFormElement }) => {
    saveDraft(event.currentTarget, attemptOf(event.currentTarget))
    for (const input of event.currentTarget.querySelectorAll('input')) input.setCustomValidity('')
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isJoining) return
    const from = event.currentTarget
    setResult('idle')
    const { answers, errors } = check(form, typedValues(form, from))
    if (errors) {
      // Browsers let addresses pass that no mail reaches.
      showErrors(from, errors)
      return
    }
    setIsJoining(true)
    const { key } = (attempt.current = attemptWith(JSON.stringify(answers), attemptOf(from)))
    saveDraft(from, attempt.current)
    try {
      const { duplicate } = await send(form, from, { key, answers }, () => {})
      from.reset()
      dropDraft(from)
      attempt.current = beginAttempt(Date.now())
      setResult(duplicate ? 'duplicate' : 'joined')
    } catch (error) {
      setResult(error instanceof ApiError && error.status === 429 ? 'duplicate' : 'failed')
    } finally {
      setIsJoining(false)
    }
  }

  return { element, result, isJoining, edit, submit }
}

function showErrors(element: HTMLFormElement, errors: Record<string, string>): void {
  for (const [name, message] of Object.entries(errors)) {
    const input = element.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.setCustomValidity(message)
  }
  element.reportValidity()
}
