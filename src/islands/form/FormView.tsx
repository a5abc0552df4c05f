import { useId } from 'react'
import { flushSync } from 'react-dom'
import all from 'words:forms/all-forms'
import { type Field, isRequired, type Form } from '#forms/form.ts'
import type { FormWords } from '../../schemas/words/forms.ts'
import { sayWhat } from '../../text/fill-in.ts'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { FormField } from './FormField.tsx'
import { Honeypot } from './Honeypot.tsx'
import type { SpecialInput } from './input-props.ts'
import { SendRow } from './SendRow.tsx'
import { ThankYou } from './ThankYou.tsx'
import { useForm } from './use-form.ts'
import { WithLinks } from './WithLinks.tsx'

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
  <Boundary fallback={<Failed reload={all.reload}>{all.stopped}</Failed>}>
    <OpenForm {...props} />
  </Boundary>
)

function OpenForm({ form, words, inputs = {}, clearErrorsOn, promiseBy = '' }: Props) {
  const { element, status, edit, report, submit, startAgain } = useForm(form, clearErrorsOn)
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
        onSubmit={(event) => void submit(event)}
      >
        <div className="form-fields">
          {fields.map(([name, field]) => {
            const Input = inputs[name]
            return (
              <FormField
                key={name}
                id={`${id}-${name}`}
                name={name}
                field={field}
                words={words}
                error={errors[name]}
                special={
                  Input &&
                  ((input) => (
                    <Input
                      field={field}
                      input={input}
                      report={(message) => report(name, message)}
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
        <p className="notice bad" data-load-failed>
          {sayWhat(all.loadFailed, { button: words.submit.label })}
        </p>
        <p className="notice warning" data-no-script>
          <WithLinks
            text={words.noScript ?? all.noScript}
            about={{ subject: encodeURIComponent(form.tab) }}
          />
        </p>
        <p className="note consent">
          <WithLinks text={words.consent} />
        </p>
        <SendRow
          words={words}
          sent={status.step === 'submitting' ? status.sent : undefined}
          required={fields.filter(([, field]) => isRequired(field) && !hasAnswer(field)).length}
        />
      </form>
      {status.step === 'sent' && (
        <ThankYou
          words={words.sent}
          promise={promiseFor(words.sent, status.answers[promiseBy])}
          reference={status.reference}
          notice={status.notice}
          due={status.due}
          onAgain={again}
        />
      )}
    </>
  )
}

/** A list is answered before anybody chooses from it. */
const hasAnswer = ({ control }: Field) => control === 'select'

/** One text for all senders, or one for each answer. */
const promiseFor = ({ promise }: FormWords['sent'], answer: unknown) =>
  // The schema demands a text for each answer that the check lets pass.
  typeof promise === 'string' ? promise : promise[answer as keyof typeof promise]
