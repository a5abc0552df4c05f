import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { check } from '#forms/check.ts'
import type { Form } from '#forms/form.ts'
import { ApiError } from '../../api/call.ts'
import { attemptWith, begin, touchedAt, type Attempt } from '../sending/attempt.ts'
import { dropDraft, restoreDraft, saveDraft } from '../sending/draft.ts'
import { send } from '../sending/send.ts'
import { typedInto } from '../sending/typed.ts'

/** What became of a sign-up: it is on the list, was there before, or could not be sent. */
export type Result = 'idle' | 'ok' | 'dup' | 'err'

/** What the small form of a waitlist does; its fields are checked in the browser's own words. */
export function useWaitlist(form: Form) {
  const element = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const [isJoining, setIsJoining] = useState(false)
  const [result, setResult] = useState<Result>('idle')

  useEffect(() => {
    if (element.current) attempt.current ??= restoreDraft(element.current)
  }, [])

  const current = (from: HTMLFormElement) => (attempt.current ??= begin(touchedAt(from)))

  const edit = (event: { currentTarget: HTMLFormElement }) => {
    saveDraft(event.currentTarget, current(event.currentTarget))
    for (const input of event.currentTarget.querySelectorAll('input')) input.setCustomValidity('')
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isJoining) return
    const from = event.currentTarget
    setResult('idle')
    const { answers, errors } = check(form, typedInto(form, from))
    if (errors) {
      // Browsers let addresses pass that no mail reaches.
      complain(from, errors)
      return
    }
    setIsJoining(true)
    const { key } = (attempt.current = attemptWith(JSON.stringify(answers), current(from)))
    saveDraft(from, attempt.current)
    try {
      const { duplicate } = await send(form, from, { key, answers }, () => {})
      from.reset()
      dropDraft(from)
      attempt.current = begin(Date.now())
      setResult(duplicate ? 'dup' : 'ok')
    } catch (error) {
      setResult(error instanceof ApiError && error.status === 429 ? 'dup' : 'err')
    } finally {
      setIsJoining(false)
    }
  }

  return { element, result, isJoining, edit, submit }
}

function complain(element: HTMLFormElement, errors: Record<string, string>): void {
  for (const [name, message] of Object.entries(errors)) {
    const input = element.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.setCustomValidity(message)
  }
  element.reportValidity()
}
