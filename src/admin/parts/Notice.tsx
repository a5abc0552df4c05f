import type { ReactNode } from 'react'
import { $isNewVersion, reload } from '../api/new-version.ts'
import { Button, Quiet } from './Controls.tsx'
import { useStore } from './use-store.ts'

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

export function NewVersion() {
  const isNew = useStore($isNewVersion)
  if (!isNew) return null
  return (
    <div className="updated" role="status">
      A new version is here <Button onPress={reload}>Reload</Button>
    </div>
  )
}

/** How long it is said what was done. */
export const SAID_FOR_MS = 8_000

type SaidProps = {
  words: string | undefined
  /** Without words these are for screen readers alone. */
  found?: string
  /** Takes it back; a delete is final. */
  onUndo?: (() => unknown) | undefined
}

/** One line that says what was done, and takes it back. */
export const Said = ({ words, found, onUndo }: SaidProps) => (
  <div className={words === undefined ? 'visually-hidden' : 'done'}>
    <p role="status">{words ?? found}</p>
    {onUndo && <Quiet onPress={onUndo}>Undo</Quiet>}
  </div>
)
