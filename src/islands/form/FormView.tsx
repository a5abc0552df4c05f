import { useId, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isRequired, type Form } from '#forms/form.ts'
import { Boundary } from '../../boundary/Boundary.tsx'
import { Failed } from '../../boundary/Failed.tsx'
import { FormField } from './FormField.tsx'
import { Honeypot } from './Honeypot.tsx'
import type { SpecialInput } from './input-props.ts'
import { SendRow } from './SendRow.tsx'
import { ThankYou } from './ThankYou.tsx'
import { useForm } from './use-form.ts'

type Props = {
  form: Form
  submit: { label: string; busy: string }
  sent: { heading: string; again: string; promise: ReactNode }
  /** What the sender agrees to: one sentence with a link to the policy. */
  consent: ReactNode
  /** Special inputs by their field's name. */
  inputs?: Record<string, SpecialInput>
  /** A change of this field clears all errors, because they were about another choice. */
  clearErrorsOn?: string
  /** The studio's e-mail address, for a visitor whose browser can't send the form. */
  fallbackEmail: string
}

/** Any form of the site: its fields, errors, send button and thank-you panel. */
export const FormView = (props: Props) => (
  <Boundary
    fallback={
      <Failed>
        This form stopped working. What you typed is kept, but for a file: reload the page to go on,
        or write to {props.fallbackEmail}.
      </Failed>
    }
  >
    <OpenForm {...props} />
  </Boundary>
)

function OpenForm(props: Props) {
  const { form, submit, sent, consent, inputs = {}, clearErrorsOn, fallbackEmail } = props
  const { element, status, edit, report, submit: send, startAgain } = useForm(form, clearErrorsOn)
  const id = `${form.name}${useId()}`

  function again() {
    flushSync(startAgain)
    element.current?.querySelector<HTMLElement>('.input')?.focus()
  }

  const errors = status.step === 'editing' ? status.errors : {}
  const problem = status.step === 'editing' ? status.problem : ''
  const fields = Object.entries(form.fields).filter(([, { control }]) => control !== 'none')
  return (
    <>
      {/* Hidden, not removed, after sending, so that the inputs keep values from the page. */}
      <form
        ref={element}
        className="sheet"
        method="post"
        action={`/api/forms/${form.name}`}
        noValidate
        data-draft={`draft ${form.name}`}
        hidden={status.step === 'sent'}
        onInput={edit}
        onSubmit={(event) => void send(event)}
      >
        <div className="form-fields">
          {fields.map(([name, field]) => (
            <FormField
              key={name}
              id={`${id}-${name}`}
              name={name}
              field={field}
              error={errors[name]}
              Input={inputs[name]}
              report={report}
            />
          ))}
        </div>
        <Honeypot />
        {problem && (
          <p className="notice bad" role="alert">
            {problem}
          </p>
        )}
        <p className="notice bad" data-load-failed>
          The form could not load. Check your connection and press “{submit.label}” again. What you
          typed stays here.
        </p>
        <p className="notice warning" data-no-script>
          Sending this form needs JavaScript. Write to{' '}
          <a href={`mailto:${fallbackEmail}?subject=${form.tab}`}>{fallbackEmail}</a> instead.
        </p>
        <p className="note consent">{consent}</p>
        <SendRow
          {...submit}
          sent={status.step === 'submitting' ? status.sent : undefined}
          required={fields.filter(([, field]) => isRequired(field)).length}
        />
      </form>
      {status.step === 'sent' && (
        <ThankYou
          heading={sent.heading}
          reference={status.reference}
          notice={status.notice}
          again={sent.again}
          onAgain={again}
        >
          {sent.promise}
        </ThankYou>
      )}
    </>
  )
}
