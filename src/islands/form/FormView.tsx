import { useId, useRef, type ComponentType, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isRequired, type Form } from '#forms/form.ts'
import { Field, type InputProps } from './Field.tsx'
import { Honeypot } from './Honeypot.tsx'
import { Sent } from './Sent.tsx'
import { useForm } from './use-form.ts'

type Props = {
  form: Form
  submit: { label: string; busy: string }
  sent: { heading: string; again: string; promise: ReactNode }
  /** Special inputs by their field's name. */
  inputs?: Record<string, ComponentType<InputProps>>
  /** The studio's address, for a visitor whose browser can't send the form. */
  fallbackEmail: string
}

/** Any form of the site: its fields, what is wrong with them, the way to send it, and the thanks. */
export function FormView({ form, submit, sent, inputs = {}, fallbackEmail }: Props) {
  const { status, edit, submit: send, startAgain } = useForm(form)
  const id = `${form.name}${useId()}`
  const element = useRef<HTMLFormElement>(null)

  function again() {
    flushSync(startAgain)
    element.current?.querySelector<HTMLElement>('.in')?.focus()
  }

  const errors = status.step === 'editing' ? status.errors : {}
  const problem = status.step === 'editing' ? status.problem : ''
  const isBusy = status.step === 'submitting'
  const fields = Object.entries(form.fields)
  return (
    <>
      {/* Hidden, not removed, while the thanks show: the inputs keep what the page put into them. */}
      <form
        ref={element}
        className="sheet"
        method="post"
        action={`/api/forms/${form.name}`}
        noValidate
        hidden={status.step === 'sent'}
        onInput={edit}
        onSubmit={(event) => void send(event)}
      >
        <div className="fr">
          {fields.map(([name, field]) => (
            <Field
              key={name}
              id={`${id}-${name}`}
              name={name}
              field={field}
              error={errors[name]}
              Input={inputs[name]}
            />
          ))}
        </div>
        <Honeypot />
        {problem && (
          <p className="nt bad" role="alert">
            {problem}
          </p>
        )}
        <p className="nt bad" data-load-failed>
          The form could not load. Check your connection and try again: what you typed stays here.
        </p>
        <p className="nt warn" data-no-script>
          Sending this form needs JavaScript. Write to {fallbackEmail} instead.
        </p>
        <div className="row send">
          <button
            type="submit"
            className="btn go"
            disabled={isBusy}
            aria-busy={isBusy || undefined}
          >
            {isBusy ? submit.busy : submit.label}
          </button>
          <p
            className="note cnt"
            data-of={fields.filter(([, f]) => isRequired(f)).length}
            aria-hidden
          />
        </div>
      </form>
      {status.step === 'sent' && (
        <Sent
          heading={sent.heading}
          reference={status.reference}
          again={sent.again}
          onAgain={again}
        >
          {sent.promise}
        </Sent>
      )}
    </>
  )
}
