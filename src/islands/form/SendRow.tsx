import all from 'words:forms/all-forms'
import { sayWhat } from '../../text/fill-in.ts'
import type { FormWords } from '../../schemas/words/forms.ts'

type Props = {
  words: Pick<FormWords, 'submit'>
  /** The share of the upload that has been sent, while the form is being sent. */
  sent: number | undefined
  /** The number of fields that must be filled in. CSS counts the filled ones. */
  required: number
}

/** The last row of a form: the button and the progress of typing or uploading. */
export function SendRow({ words, sent, required }: Props) {
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
