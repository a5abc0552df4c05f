import { useEffect, useId, useState } from 'react'
import all from 'words:forms/all-forms'
import type { FormWords } from '../../schemas/words/forms.ts'

type Props = {
  words: Omit<FormWords['sent'], 'promise'>
  /** What happens next. */
  promise: string
  /** The stored submission's id. */
  reference: string
  /** What the sender still has to do, if anything. */
  notice: string
  /** When the reply is due, as the answer’s header says it. */
  due: string | null
  onAgain: () => void
}

/** The thank-you panel that replaces the form. It takes the focus, so that it is read out. */
export function ThankYou({ words, promise, reference, notice, due, onAgain }: Props) {
  const id = useId()
  return (
    <div className="sheet sent">
      <svg viewBox="5.5 5.5 189 189" aria-hidden="true">
        <circle className="fine-ticks" pathLength="100" cx="100" cy="100" r="90" />
        <circle className="coarse-ticks" pathLength="10" cx="100" cy="100" r="84" />
        <path d="M58 102l30 30 56-64" />
      </svg>
      <div className="stack">
        <h2
          tabIndex={-1}
          aria-describedby={notice ? id : undefined}
          ref={(element) => element?.focus()}
        >
          {words.heading}
        </h2>
        {notice && (
          <p className="notice warning" role="status" id={id}>
            {notice}
          </p>
        )}
        <p className="lead">{promise}</p>
        {due && <ReplyDue header={due} />}
        <p className="note">
          {all.reference} <span className="nowrap">{shortened(reference)}</span>. {all.quote}
        </p>
        <p>
          <button className="button" type="button" onClick={onAgain}>
            {words.again}
          </button>
        </p>
      </div>
    </div>
  )
}

/** The random part of an id is enough to quote on the phone. */
const shortened = (id: string) => id.slice(id.indexOf('-') + 1)

/** When the reply is due. Its code comes once the form is sent, into a line that is there before. */
function ReplyDue({ header }: { header: string }) {
  const [words, setWords] = useState('\u00a0')
  useEffect(() => {
    void import('./reply-due-words.ts').then(
      (code) => setWords(code.replyDueWords(header)),
      // The promise above it stands without it.
      () => {},
    )
  }, [header])
  return <p>{words}</p>
}
