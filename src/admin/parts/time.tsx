import { atom, onMount } from 'nanostores'
import { local } from './display.tsx'
import { useStore } from './use-store.ts'

const MINUTE_MS = 60_000

const $now = atom(Date.now())

onMount($now, () => {
  const update = () => $now.set(Date.now())
  update()
  const timer = setInterval(update, MINUTE_MS)
  return () => clearInterval(timer)
})

/** The time, to the minute. */
export const useNow = (): number => useStore($now)

const UNITS = [
  // Up to two weeks the days are counted: one week may be 7 days or 13.
  { name: 'wk', minutes: 7 * 24 * 60, from: 14 * 24 * 60 },
  { name: 'd', minutes: 24 * 60, from: 24 * 60 },
  { name: 'h', minutes: 60, from: 60 },
  { name: 'min', minutes: 1, from: 1 },
] as const

/** A span of time in its largest whole unit: “3 h”; below a minute, “1 min”. */
export function spanInWords(ms: number): string {
  const minutes = Math.max(Math.floor(Math.abs(ms) / MINUTE_MS), 1)
  const { name, minutes: size } = UNITS.find(({ from }) => minutes >= from) ?? UNITS[3]
  return `${Math.floor(minutes / size)} ${name}`
}

export function Ago({ time }: { time: string }) {
  const now = useNow()
  const ms = now - Date.parse(time)
  return ms < 60_000 ? 'just now' : `${spanInWords(ms)} ago`
}

type Deadline = { answeredAt: string | null; dueAt: string | null }

const DAY_MS = 24 * 60 * 60_000

/** When a reply is due, or that it was given. */
export function Due({ state }: { state: Deadline }) {
  const now = useNow()
  if (state.answeredAt) return <Mark kind="answered" time={state.answeredAt} words="Answered" />
  if (!state.dueAt) return null
  const left = Date.parse(state.dueAt) - now
  const span = spanInWords(left)
  if (left < 0) return <Mark kind="overdue" time={state.dueAt} words={`Overdue by ${span}`} />
  return (
    <Mark kind={left < DAY_MS ? 'soon' : 'later'} time={state.dueAt} words={`Due in ${span}`} />
  )
}

type MarkProps = { kind: 'answered' | 'overdue' | 'soon' | 'later'; time: string; words: string }

const Mark = ({ kind, time, words }: MarkProps) => (
  <time className={`due ${kind}`} dateTime={time} title={local.format(new Date(time))}>
    {words}
  </time>
)
