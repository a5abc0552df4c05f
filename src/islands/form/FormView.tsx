import { useId } from 'react'
import { flushSync } from 'react-dom'
import all from 'words:forms/all-forms'
import type { Form } from '#forms/form.ts'
import type { FormWords } from '../../schemas/words/forms.ts'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { FormSheet } from './FormSheet.tsx'
import type { SpecialInput } from './input-props.ts'
import { LastForm } from './LastForm.tsx'
import { ThankYou } from './ThankYou.tsx'
import { useForm } from './use-form.ts'

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
  <Boundary
    fallback={
      <>
        <Failed reload={all.reload}>{all.stopped}</Failed>
        <LastForm of={`form[action$="/${props.form.name}"]`} />
      </>
    }
  >
    <OpenForm {...props} />
  </Boundary>
)

function OpenForm({ form, words, inputs, clearErrorsOn, promiseBy = '' }: Props) {
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
        <ThankYou
          words={words.sent}
          promise={promiseFor(words.sent, status.answers[promiseBy])}
          reference={status.id}
          notice={`${status.notice} ${status.isChanged ? all.meanwhile : ''}`.trim()}
          due={status.due}
          onAgain={again}
        />
      )}
    </>
  )
}

/** One text for all senders, or one for each answer. */
const promiseFor = ({ promise }: FormWords['sent'], answer: unknown) =>
  // The schema demands a text for each answer that the check lets pass.
  typeof promise === 'string' ? promise : promise[answer as keyof typeof promise]
