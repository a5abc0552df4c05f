import { atom } from 'nanostores'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { $isNewVersion, reload } from '../api/new-version.ts'
import { Button, Quiet } from './Controls.tsx'
import { useKeys } from './use-keys.ts'
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

/** How long it is said what was done; longer while the line is pointed at or has the focus. */
const SAID_FOR_MS = 8_000

/** What was done, and how to take it back; a delete is final. `before` is what was done before it. */
export type Outcome = {
  words: string
  undo?: (() => unknown) | undefined
  before?: Outcome | undefined
  /** What was said since, as of an act that was taken back. */
  next?: string
}

/** What was done last, in whatever list. */
export const $outcome = atom<Outcome | undefined>()

export function sayDone(words: string, undo?: () => unknown) {
  const before = $outcome.get()
  $outcome.set({ words, undo, before: undo && before?.undo && before })
}

/** Says what took nothing away: what was done before it can still be taken back. */
export const sayBeside = (words: string) => sayTakenBack($outcome.get(), words)

/** What failed with these records. */
type Unseen = { words: string; who: string; ids: readonly string[]; again: () => unknown }

/** What failed and has no banner in sight. It stays until it is tried again or dismissed. */
export const $unseen = atom<readonly Unseen[]>([])

/** After an Undo, what was done before it can be taken back next. */
export const sayTakenBack = (before: Outcome | undefined, words: string) =>
  $outcome.set(before?.undo ? { ...before, next: words } : { words })

/** One sentence for each action. */
const inSentences = (unseen: readonly Unseen[]) =>
  [...Map.groupBy(unseen, ({ words }) => words)]
    .map(([words, all]) => `${words}: ${all.map(({ who }) => who).join('; ')}`)
    .join('. ')

type SaidProps = {
  /** For screen readers alone, while nothing was done. */
  found?: string
  /** How many dialogs are open where it stands. */
  below?: number
  className?: string
}

/** What was done last, or else what a search has found. */
export function Said({ found, below, className = 'visually-hidden' }: SaidProps) {
  const outcome = useStore($outcome)
  const unseen = useStore($unseen)
  const line = useRef<HTMLDivElement>(null)
  const end = useEffectEvent(() => {
    if (!line.current?.matches(':hover, :focus-within')) $outcome.set(undefined)
  })
  useEffect(() => {
    if (!outcome) return
    const timer = setInterval(() => end(), SAID_FOR_MS)
    return () => clearInterval(timer)
  }, [outcome])
  const { words, undo, next } = outcome ?? {}
  const hasFailed = unseen.length > 0
  const again = hasFailed ? () => unseen.forEach((one) => one.again()) : undefined
  useKeys({ z: undo ?? again }, below)
  return (
    <div ref={line} className={outcome || hasFailed ? 'row done' : className}>
      <p role="status">
        {next && `${next}. Before it: `}
        {words ?? (hasFailed ? '' : found)}
        {words && hasFailed && '. '}
        {hasFailed && <span className="failed">{inSentences(unseen)}</span>}
      </p>
      {undo && (
        <Quiet aria-keyshortcuts="z" onPress={undo}>
          Undo
        </Quiet>
      )}
      {again && <Quiet onPress={again}>Try again</Quiet>}
      {again && <Quiet onPress={() => $unseen.set([])}>Dismiss</Quiet>}
    </div>
  )
}
