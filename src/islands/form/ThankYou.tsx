import { useEffect, useId, useState } from 'react'
import all from 'words:forms/all-forms'
import type { FormWords } from '../../schemas/words/forms.ts'

/** A form that was stored. */
export type Sent = {
  answers: Readonly<Record<string, unknown>>
  id: string
  /** What the sender still has to do, if anything. */
  notice: string
  /** Something was typed while it was being sent, and is still in the form. */
  isChanged: boolean
  /** When the reply is due, as the answer’s header says it. */
  due: string | null
}

type Props = {
  words: FormWords['sent']
  sent: Sent
  /** The field whose answer decides what the panel promises. */
  promiseBy?: string | undefined
  onAgain: () => void
}

/** The thank-you panel that replaces the form. It takes the focus, so that it is read out. */
export function ThankYou({ words, sent, promiseBy = '', onAgain }: Props) {
  const notice = `${sent.notice} ${sent.isChanged ? all.meanwhile : ''}`.trim()
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
        <p className="lead">{promiseFor(words, sent.answers[promiseBy])}</p>
        {sent.due && <ReplyDue header={sent.due} />}
        <p className="note">
          {all.reference} <span className="nowrap">{shortened(sent.id)}</span>. {all.quote}
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

/** One text for all senders, or one for each answer. */
const promiseFor = ({ promise }: FormWords['sent'], answer: unknown) =>
  // The schema demands a text for each answer that the check lets pass.
  typeof promise === 'string' ? promise : promise[answer as keyof typeof promise]

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
