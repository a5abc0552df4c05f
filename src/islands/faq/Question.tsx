import { useState } from 'react'

import { isNamed, nameInAddress, keepInPlace } from './use-one-open.ts'
import { type Copy, CopyLink, type CopyWords } from './CopyLink.tsx'

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
