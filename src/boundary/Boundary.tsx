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
