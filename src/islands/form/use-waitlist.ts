import { useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#forms/judging/check.ts'
import type { Form } from '#forms/form.ts'
import { ApiError } from '../../api/call.ts'
import { sayIfOutdated } from '../sending/outdated.ts'
import { useSending } from '../sending/use-sending.ts'

type JoinResult = {
  answer: 'joined' | 'duplicate' | 'failed'
  /** Something was typed while the address was being sent, and is still in the form. */
  isChanged?: boolean
}

/** The state of a waitlist's small form. The browser's own messages are used for its fields. */
export function useWaitlist(form: Form) {
  const sending = useSending(form)
  const [isJoining, setIsJoining] = useState(false)
  const [result, setResult] = useState<JoinResult>()
  const [errors, setErrors] = useState<FieldErrors>({})

  const edit = (event: { currentTarget: HTMLFormElement }) => {
    sending.keep(event.currentTarget)
    setErrors({})
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isJoining) return
    const from = event.currentTarget
    const { answers, errors: ours } = sending.read(from)
    setResult(undefined)
    const wrong = wrongFields(from, ours)
    if (!answers || Object.keys(wrong).length > 0) {
      flushSync(() => setErrors(wrong))
      from.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      return
    }
    setIsJoining(true)
    try {
      const { duplicate, isChanged } = await sending.send(from, answers, () => {})
      setResult({ answer: duplicate ? 'duplicate' : 'joined', isChanged })
    } catch (error) {
      const isLimited = error instanceof ApiError && error.status === 429
      const isSaid = await sayIfOutdated(form, from, error)
      if (!isSaid) setResult({ answer: isLimited ? 'duplicate' : 'failed' })
    } finally {
      flushSync(() => setIsJoining(false))
      // The button lost the focus while it was disabled.
      if (document.activeElement === document.body)
        from.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
    }
  }

  return { element: sending.element, result, errors, isJoining, edit, submit }
}

/** The browser's errors in its own words, and ours: an address must pass both checks. */
function wrongFields(element: HTMLFormElement, ours: FieldErrors = {}): FieldErrors {
  const invalid = element.querySelectorAll<HTMLInputElement>('input:invalid')
  const theirs = [...invalid].map(({ name, validationMessage }) => [name, validationMessage])
  return { ...ours, ...(Object.fromEntries(theirs) as FieldErrors) }
}
