import type { ReactNode } from 'react'

/** Says what stopped working and offers a next step. */
export const Failed = ({ children }: { children: ReactNode }) => (
  <div className="stack">
    <p className="notice bad" role="alert">
      {children}
    </p>
    <p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  </div>
)
