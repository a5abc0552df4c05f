import type { FormHTMLAttributes, Ref } from 'react'
import all from 'words:forms/all-forms'
import type { FieldErrors } from '#forms/judging/check.ts'
import { isRequired, type Form } from '#forms/form.ts'
import type { FormWords } from '../../schemas/words/forms.ts'
import { sayWhat } from '../../text/fill-in.ts'
import { FormField, type SpecialInput } from './FormField.tsx'
import { Honeypot } from './Honeypot.tsx'
import { WithLinks } from './WithLinks.tsx'

type Props = {
  form: Form
  words: Omit<FormWords, 'sent'>
  /** The beginning of its fields' ids. */
  id: string
  inputs?: Record<string, SpecialInput> | undefined
  errors: FieldErrors
  /** The general message; in the page of a refused form it is above the form. */
  problem?: string
  /** What was typed before, in the page of a refused form. */
  typed?: Readonly<Record<string, unknown>> | undefined
  /** The share of an upload that has been sent, while the form is being sent. */
  sent?: number | undefined
  report?: (name: string, message: string) => void
  ref?: Ref<HTMLFormElement>
} & Pick<FormHTMLAttributes<HTMLFormElement>, 'hidden' | 'onInput' | 'onSubmit'>

/** A form with its fields and its button. A browser sends it by itself where no script runs. */
export function FormSheet(props: Props) {
  const { form, words, id, inputs, errors, problem, typed, sent, report, ...own } = props
  const fields = Object.entries(form.fields).filter(([, { control }]) => control !== 'none')
  return (
    <form
      {...own}
      className="sheet"
      method="post"
      action={`/api/forms/${form.name}`}
      encType="multipart/form-data"
      noValidate
      data-draft={`draft ${form.name}`}
    >
      <div className="form-fields">
        {fields.map(([name, field]) => {
          const Input = inputs?.[name]
          return (
            <FormField
              key={name}
              id={`${id}-${name}`}
              name={name}
              field={field}
              words={words}
              typed={typed?.[name]}
              error={errors[name]}
              special={
                Input &&
                ((input) => (
                  <Input
                    field={field}
                    input={input}
                    report={(message) => report?.(name, message)}
                  />
                ))
              }
            />
          )
        })}
      </div>
      <Honeypot />
      {problem && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      <p className="notice bad load-failed">
        {sayWhat(all.loadFailed, { button: words.submit.label })}
      </p>
      <p className="soft consent">
        <WithLinks text={words.consent} />
      </p>
      <SendRow
        words={words}
        sent={sent}
        // A select always has an answer, so it is not counted.
        required={
          fields.filter(([, field]) => isRequired(field) && field.control !== 'select').length
        }
      />
    </form>
  )
}

type SendRowProps = {
  words: Pick<FormWords, 'submit'>
  /** The share of the upload that has been sent, while the form is being sent. */
  sent: number | undefined
  /** The number of fields that must be filled in. CSS counts the filled ones. */
  required: number
}

/** The last row of a form: the button and the progress of typing or uploading. */
function SendRow({ words, sent, required }: SendRowProps) {
  const isBusy = sent !== undefined
  return (
    <div className="row send">
      <button
        type="submit"
        className="button primary"
        disabled={isBusy}
        aria-busy={isBusy || undefined}
      >
        {isBusy ? words.submit.busy : words.submit.label}
      </button>
      {isBusy && sent > 0 ? (
        <label className="note">
          {sent < 1 ? `${all.uploading} ${Math.floor(sent * 100)}%` : all.saving}{' '}
          <progress value={sent} />
        </label>
      ) : (
        <p
          className="note filled"
          data-of={required}
          data-words={sayWhat(all.filled, { all: required })}
          aria-hidden
        />
      )}
    </div>
  )
}
