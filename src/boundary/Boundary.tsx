import { Component, type ReactNode } from 'react'

type Props = {
  /** Shown instead of the children that failed. */
  fallback: ReactNode
  children: ReactNode
}

/** Limits a rendering error to its children. React offers error boundaries only as classes. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

type FailedProps = {
  /** The button. The admin area’s words are code. */
  reload?: string
  children: ReactNode
}

/** Says what stopped working and offers a next step. */
export const Failed = ({ reload = 'Reload the page', children }: FailedProps) => (
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
