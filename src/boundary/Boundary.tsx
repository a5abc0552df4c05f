import { Component, type ReactNode } from 'react'

type Props = {
  /** Stands in the place of what failed. */
  fallback: ReactNode
  children: ReactNode
}

/** Keeps what fails while it is drawn from taking the rest with it; React has only a class for that. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
