import type { ReactNode } from 'react'

type Props = {
  kind: 'bad' | 'warning'
  /** Screen readers hear an alert at once. */
  isAlert?: boolean
  words: ReactNode
  items?: readonly string[]
  children?: ReactNode
}

export const Notice = ({ kind, isAlert = kind === 'bad', words, items, children }: Props) => (
  <div className={`notice ${kind}`} role={isAlert ? 'alert' : undefined}>
    <div>
      <p>{words}</p>
      {items && (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {children}
    </div>
  </div>
)

/** One sentence that screen readers hear at once. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <p className="notice bad" role="alert">
    {children}
  </p>
)
