import 'react'

declare module 'react' {
  /** Custom properties, with which a component hands a figure to its styles. */
  interface CSSProperties {
    '--digits'?: number
    '--strokes'?: number
  }
}
