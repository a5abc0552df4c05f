import { useState, type SubmitEvent, type InputEvent } from 'react'
import { mintAttemptKey } from '#forms/attempt-key.ts'
import { check, reviewFields, type FieldErrors, type Form } from '#forms/form.ts'
import { ApiError, call } from '../../api/call.ts'
import { obtainToken } from './captcha.ts'

/** Where the form is, and what stands on it there. */
export type Status =
  | { step: 'editing'; errors: FieldErrors; problem: string }
  | { step: 'submitting' }
  | { step: 'sent'; reference: string }

/** One attempt to send: a retry of the same answers keeps its key, so it can't be stored twice. */
type Attempt = { key: string; began: number; answers: string }

const begin = (began: number, answers = ''): Attempt => ({
  key: mintAttemptKey(began),
  began,
  answers,
})

/** When the visitor first touched the form: its code may have come much later. */
const touchedAt = (element: HTMLElement) =>
  Number(element.closest<HTMLElement>('[data-touched-at]')?.dataset['touchedAt']) || Date.now()

/** Other answers than those of the last try are another submission, begun when that one was. */
function attemptFor(answers: string, last: Attempt | undefined, element: HTMLElement): Attempt {
  if (last && (last.answers === answers || last.answers === '')) return { ...last, answers }
  return begin(last?.began ?? touchedAt(element), answers)
}

const blank: Status = { step: 'editing', errors: {}, problem: '' }

/**
 * What every form does between the first key and the thank-you panel. The inputs keep their values
 * themselves (uncontrolled), so nothing typed before this code arrived is lost.
 */
export function useForm(form: Form) {
  const [status, setStatus] = useState<Status>(blank)
  const [attempt, setAttempt] = useState<Attempt>()

  function edit(event: InputEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (status.step !== 'editing') return
    const errors = Object.fromEntries(Object.entries(status.errors).filter(([key]) => key !== name))
    setStatus({ step: 'editing', errors, problem: '' })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (status.step === 'submitting') return
    const element = event.currentTarget
    const typed = typedInto(element)
    const { answers, errors } = check(form, typed)
    if (errors) {
      refuse(element, errors, reviewFields)
      return
    }
    setStatus({ step: 'submitting' })
    const trying = attemptFor(JSON.stringify(answers), attempt, element)
    setAttempt(trying)
    try {
      const reference = await send(form, trying.key, answers, typed['website'])
      element.reset()
      setStatus({ step: 'sent', reference })
    } catch (error) {
      const { fields, words } = explain(error)
      refuse(element, fields, words || form.failure)
    }
  }

  function refuse(element: HTMLFormElement, errors: FieldErrors, problem: string) {
    setStatus({ step: 'editing', errors, problem })
    const first = Object.keys(form.fields).find((name) => name in errors)
    const input = first ? element.elements.namedItem(first) : null
    if (input instanceof HTMLElement) input.focus()
  }

  function startAgain() {
    setAttempt(begin(Date.now()))
    setStatus(blank)
  }

  return { status, edit, submit, startAgain }
}

/** Every text answer by its field's name. */
function typedInto(element: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(element)
  return Object.fromEntries([...new Set(data.keys())].map((name) => [name, data.get(name)]))
}

/** Resolves to the stored submission's id, and only if the answer says that it was stored. */
async function send(form: Form, key: string, answers: object, website: unknown): Promise<string> {
  const captchaToken = await obtainToken(form.captchaAction)
  const honeypot = typeof website === 'string' ? website.trim() : ''
  const answer = await call(`/api/forms/${form.name}`, {
    body: { ...answers, ...(honeypot && { honeypot }), captchaToken },
    headers: { 'idempotency-key': key },
  })
  if (isStored(answer)) return answer.id
  throw new Error('The answer does not say that the submission was stored.')
}

const isStored = (answer: unknown): answer is { ok: true; id: string } =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && 'id' in answer

/** What a failure says to the visitor: beside the fields, and in the server's words if it had any. */
function explain(error: unknown): { fields: FieldErrors; words: string } {
  if (!(error instanceof ApiError)) return { fields: {}, words: '' }
  const { fields } = (error.body ?? {}) as { fields?: FieldErrors }
  return { fields: fields ?? {}, words: error.message }
}
