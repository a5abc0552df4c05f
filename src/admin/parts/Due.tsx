import type { RecordState } from '#api/admin-contract.ts'
import { local } from './display.tsx'
import { spanInWords, useNow } from './time.tsx'

const DAY_MS = 24 * 60 * 60_000

/** When a reply is due, or that it was given. */
export function Due({ state }: { state: RecordState }) {
  const now = useNow()
  if (state.answeredAt) return <Mark kind="done" time={state.answeredAt} words="Answered" />
  if (!state.dueAt) return null
  const left = Date.parse(state.dueAt) - now
  const span = spanInWords(left)
  if (left < 0) return <Mark kind="overdue" time={state.dueAt} words={`Overdue by ${span}`} />
  return (
    <Mark kind={left < DAY_MS ? 'soon' : 'later'} time={state.dueAt} words={`Due in ${span}`} />
  )
}

type MarkProps = { kind: 'done' | 'overdue' | 'soon' | 'later'; time: string; words: string }

const Mark = ({ kind, time, words }: MarkProps) => (
  <time className={`due ${kind}`} dateTime={time} title={local.format(new Date(time))}>
    {words}
  </time>
)
