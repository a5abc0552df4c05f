import { useId, useRef, useState, type InputEvent, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import all from 'words:forms/all-forms'
import { reviewFields, type FieldErrors } from '#forms/judging/check.ts'
import type { Form } from '#forms/form.ts'
import type { FormWords } from '../../schemas/words/forms.ts'
import { explainFailure, sayIfOutdated, useSending } from '../sending/use-sending.ts'
import { FormBoundary } from './FormBoundary.tsx'
import type { SpecialInput } from './FormField.tsx'
import { FormSheet } from './FormSheet.tsx'
import { ThankYou, type Sent } from './ThankYou.tsx'

type Props = {
  form: Form
  words: FormWords
  inputs?: Record<string, SpecialInput>
  /** A change of this field clears all errors, because they were about another choice. */
  clearErrorsOn?: string
  /** The field whose answer decides what the thank-you panel promises. */
  promiseBy?: string
}

/** Any form of the site: its fields, errors, send button and thank-you panel. */
export const FormView = (props: Props) => (
  <FormBoundary of={`form[action$="/${props.form.name}"]`} stopped={all.stopped}>
    <OpenForm {...props} />
  </FormBoundary>
)

function OpenForm({ form, words, inputs, clearErrorsOn, promiseBy }: Props) {
  const { element, status, edit, report, submit, startAgain } = useForm(form, clearErrorsOn)
  const id = `${form.name}${useId()}`

  function again() {
    flushSync(startAgain)
    element.current?.querySelector<HTMLElement>('.input')?.focus()
  }

  return (
    <>
      {/* Hidden, not removed, after sending, so that the inputs keep values from the page. */}
      <FormSheet
        ref={element}
        form={form}
        words={words}
        id={id}
        inputs={inputs}
        errors={status.step === 'editing' ? status.errors : {}}
        problem={status.step === 'editing' ? status.problem : ''}
        sent={status.step === 'submitting' ? status.sent : undefined}
        report={report}
        hidden={status.step === 'sent'}
        onInput={edit}
        onSubmit={(event) => void submit(event)}
      />
      {status.step === 'sent' && (
        <ThankYou words={words.sent} sent={status} promiseBy={promiseBy} onAgain={again} />
      )}
    </>
  )
}

type FormStatus =
  | { step: 'editing'; errors: FieldErrors; problem: string }
  /** `sent` is the share of an upload that has been sent, from 0 to 1. */
  | { step: 'submitting'; sent: number }
  | ({ step: 'sent' } & Sent)

const blank: FormStatus = { step: 'editing', errors: {}, problem: '' }

/**
 * The state of a form from the first key to the thank-you panel. A change of `clearErrorsOn` clears
 * all errors.
 */
function useForm(form: Form, clearErrorsOn?: string) {
  const sending = useSending(form)
  const [status, setStatus] = useState<FormStatus>(blank)
  /** Where the focus was when the form was sent, unless somebody has typed since. */
  const waitsAt = useRef<Element>(null)

  function edit(event: InputEvent<HTMLFormElement>) {
    // Only inputs, text areas and selects raise input events, and all of them have names.
    const { name } = event.target as HTMLInputElement
    sending.keep(event.currentTarget)
    waitsAt.current = null
    // A form that is being sent keeps its status.
    if (name === clearErrorsOn) setStatus((now) => (now.step === 'editing' ? blank : now))
    else report(name, '')
  }

  /** Sets or clears the message of a field, and clears the general message. */
  function report(name: string, message: string) {
    setStatus((now) => {
      if (now.step !== 'editing') return now
      const { [name]: _, ...others } = now.errors
      return { ...blank, errors: message ? { ...others, [name]: message } : others }
    })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (status.step === 'submitting') return
    const from = event.currentTarget
    waitsAt.current = document.activeElement
    const { answers, errors } = sending.read(from)
    if (errors) {
      refuse(from, errors, reviewFields)
      return
    }
    setStatus({ step: 'submitting', sent: 0 })
    try {
      const onProgress = (sent: number) => setStatus({ step: 'submitting', sent })
      const stored = await sending.send(from, answers, onProgress)
      setStatus({ step: 'sent', answers, id: '', notice: '', ...stored })
    } catch (error) {
      const { fields, words } = explainFailure(form, error)
      const isSaid = await sayIfOutdated(form, from, error)
      refuse(from, fields, isSaid ? '' : words || form.failure)
    }
  }

  function refuse(from: HTMLFormElement, errors: FieldErrors, problem: string) {
    flushSync(() => setStatus({ step: 'editing', errors, problem }))
    // The button lost the focus while it was disabled.
    const at = document.activeElement
    const isLost = at === document.body
    // Somebody who typed on keeps the focus. A screen reader reads the message anyway.
    if (!isLost && at !== waitsAt.current) return
    const controls = [...(from.elements as HTMLCollectionOf<HTMLInputElement>)]
    controls.find(({ name, type }) => name in errors || (isLost && type === 'submit'))?.focus()
  }

  const startAgain = () => setStatus(blank)

  return { element: sending.element, status, edit, report, submit, startAgain }
}
