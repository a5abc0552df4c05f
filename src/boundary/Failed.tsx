import type { ReactNode } from 'react'

type Props = {
  /** The button. The admin area’s words are code. */
  reload?: string
  children: ReactNode
}

/** Says what stopped working and offers a next step. */
export const Failed = ({ reload = 'Reload the page', children }: Props) => (
  <div className="stack">
    <p className="notice bad" role="alert">
      {children}
    </p>
    <p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {reload}
      </button>
    </p>
  </div>
)
