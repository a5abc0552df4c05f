import type { RecordState } from '#api/admin-contract.ts'
import { local } from '../parts/display.tsx'
import { useNow } from '../parts/time/now.ts'
import { spanInWords } from '../parts/time/span.ts'

const DAY_MS = 24 * 60 * 60_000

/** Where the studio stands with a reply: until when it is due, or that it was given. */
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

type Props = { kind: 'done' | 'overdue' | 'soon' | 'later'; time: string; words: string }

const Mark = ({ kind, time, words }: Props) => (
  <time className={`due ${kind}`} dateTime={time} title={local.format(new Date(time))}>
    {words}
  </time>
)
