import { useState } from 'react'

import { addressOf, isNamed, keepInPlace, nameInAddress } from './use-one-open.ts'

export type QuestionProps = {
  /** Its name in the address. */
  id: string
  question: string
  /** Paragraphs in parts: every second part stays on one line. */
  answer: string[][]
  /** A page with more about it. */
  more?: { label: string; href: string } | undefined
}

type Props = QuestionProps & { isFirst: boolean; words: CopyWords }

/** A question that opens. The browser opens and closes it, also before the code is there. */
export function Question({ id, question, answer, more, isFirst, words }: Props) {
  const [copy, setCopy] = useState<Copy>('none')

  function followInAddress(open: boolean) {
    setCopy('none')
    if (open) nameInAddress(id)
    else if (isNamed(id)) nameInAddress()
  }

  return (
    <li id={id}>
      <details
        className="disclosure"
        open={isFirst}
        // A visitor may have pressed it before.
        suppressHydrationWarning
        onToggle={({ currentTarget }) => followInAddress(currentTarget.open)}
      >
        <summary onClick={({ currentTarget }) => keepInPlace(currentTarget)}>
          <h3>{question}</h3>
        </summary>
        <div className="answer">
          {answer.map((parts, index) => (
            <p key={index}>
              {parts.map((part, i) =>
                i % 2 ? (
                  <span key={i} className="nowrap">
                    {part}
                  </span>
                ) : (
                  part
                ),
              )}
            </p>
          ))}
          {more && (
            <p>
              <a className="arrow-link" href={more.href}>
                {more.label}
              </a>
            </p>
          )}
          <CopyLink id={id} copy={copy} onCopy={setCopy} words={words} />
        </div>
      </details>
    </li>
  )
}

/** What became of the copy: nothing yet, in the clipboard, or the browser refused. */
type Copy = 'none' | 'done' | 'refused'

/** The words of the button and of its outcomes. */
export type CopyWords = { label: string; done: string; refused: string }

type CopyProps = { id: string; copy: Copy; onCopy: (copy: Copy) => void; words: CopyWords }

/** Copies the address of one answer. It shows once the code is there (pages/_faqs/Questions.astro). */
function CopyLink({ id, copy, onCopy, words }: CopyProps) {
  async function copyAddress() {
    // A repeated message is announced again if it was gone.
    onCopy('none')
    try {
      await navigator.clipboard.writeText(addressOf(id))
      onCopy('done')
    } catch {
      onCopy('refused')
    }
  }

  return (
    <p className="copy-link">
      <button type="button" onClick={() => void copyAddress()}>
        {words.label}
      </button>
      <span role="status">
        {copy === 'done' && words.done}
        {copy === 'refused' && (
          <>
            {words.refused} <a href={`#${id}`}>{addressOf(id)}</a>
          </>
        )}
      </span>
    </p>
  )
}
