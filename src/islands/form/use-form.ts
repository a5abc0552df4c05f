import { useEffect, useRef, useState, type InputEvent, type SubmitEvent } from 'react'
import { check, reviewFields, type FieldErrors } from '#forms/judging/check.ts'
import type { Form } from '#forms/form.ts'
import { attemptWith, beginAttempt, type Attempt } from '../sending/attempt.ts'
import { dropDraft, restoreDraft, saveDraft } from '../sending/draft.ts'
import { explainFailure, send } from '../sending/send.ts'
import { typedValues } from '../sending/typed.ts'

/** Where the form is, and what stands on it there. */
type FormStatus =
  | { step: 'editing'; errors: FieldErrors; problem: string }
  /** `sent` is the share of an upload that has gone out, from 0 to 1. */
  | { step: 'submitting'; sent: number }
  | { step: 'sent'; reference: string; notice: string }

const blank: FormStatus = { step: 'editing', errors: {}, problem: '' }

/**
 * What every form does between the first key and the thank-you panel. The inputs keep their values
 * themselves (uncontrolled), so nothing typed before this code arrived is lost. A change of the
 * field `clearErrorsOn` takes all messages away.
 */
export function useForm(form: Form, clearErrorsOn?: string) {
  const element = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const [status, setStatus] = useState<FormStatus>(blank)

  // Whoever comes first brings the draft back: a key may come before the effect does.
  const attemptOf = (from: HTMLFormElement) => (attempt.current ??= restoreDraft(from))

  useEffect(() => {
    if (element.current) attemptOf(element.current)
  }, [])

  function edit(event: InputEvent<HTMLFormElement>) {
    // Nothing else in a form raises input events; areas and lists of options have names too.
    const { name } = event.target as HTMLInputElement
    saveDraft(event.currentTarget, attemptOf(event.currentTarget))
    // What is being sent stays so, whatever is chosen meanwhile.
    if (name === clearErrorsOn) setStatus((now) => (now.step === 'editing' ? blank : now))
    else report(name, '')
  }

  /** Puts a message beside a field, or takes it away; the general one goes with it. */
  function report(name: string, message: string) {
    setStatus((now) => {
      if (now.step !== 'editing') return now
      const others = Object.entries(now.errors).filter(([key]) => key !== name)
      const errors = Object.fromEntries(message ? [...others, [name, message]] : others)
      return { step: 'editing', errors, problem: '' }
    })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (status.step === 'submitting') return
    const from = event.currentTarget
    const begun = attemptOf(from)
    const { answers, errors } = check(form, typedValues(form, from))
    if (errors) {
      refuse(from, errors, reviewFields)
      return
    }
    setStatus({ step: 'submitting', sent: 0 })
    const { key } = (attempt.current = attemptWith(JSON.stringify(answers), begun))
    saveDraft(from, attempt.current)
    try {
      const onProgress = (sent: number) => setStatus({ step: 'submitting', sent })
      const { id = '', notice = '' } = await send(form, from, { key, answers }, onProgress)
      from.reset()
      dropDraft(from)
      setStatus({ step: 'sent', reference: id, notice })
    } catch (error) {
      const { fields, words, wasSent } = explainFailure(form, error)
      // Another tab has sent other answers by this key: these are another submission.
      if (wasSent) attempt.current = beginAttempt(attempt.current.began)
      refuse(from, fields, words || form.failure)
    }
  }

  function refuse(from: HTMLFormElement, errors: FieldErrors, problem: string) {
    setStatus({ step: 'editing', errors, problem })
    const first = Object.keys(form.fields).find((name) => name in errors)
    const found = first ? from.elements.namedItem(first) : null
    const input = found instanceof RadioNodeList ? found[0] : found
    if (input instanceof HTMLElement) input.focus()
  }

  function startAgain() {
    attempt.current = beginAttempt(Date.now())
    setStatus(blank)
  }

  return { element, status, edit, report, submit, startAgain }
}
