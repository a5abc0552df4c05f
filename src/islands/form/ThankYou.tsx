import { useId, type ReactNode } from 'react'

type Props = {
  heading: string
  children: ReactNode
  /** The stored submission's id. */
  reference: string
  /** What the sender still has to do, if anything. */
  notice: string
  again: string
  onAgain: () => void
}

/** The thank-you panel that replaces the form. It takes the focus, so that it is read out. */
export function ThankYou({ heading, children, reference, notice, again, onAgain }: Props) {
  const id = useId()
  return (
    <div className="sheet sent">
      <svg viewBox="0 0 200 200" aria-hidden="true">
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
          {heading}
        </h2>
        {notice && (
          <p className="notice warning" role="status" id={id}>
            {notice}
          </p>
        )}
        {children}
        <p className="note">
          Reference <span className="nowrap">{shortened(reference)}</span>. Please quote it if you
          write to us about this again.
        </p>
        <p>
          <button className="button" type="button" onClick={onAgain}>
            {again}
          </button>
        </p>
      </div>
    </div>
  )
}

/** The random part of an id is enough to quote on the phone. */
const shortened = (id: string) => id.slice(id.indexOf('-') + 1)
