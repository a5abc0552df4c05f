import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { shortLabel } from '#forms/in-words.ts'
import { hasNote } from '../api/inbox-record.ts'
import { display, local } from '../parts/display.tsx'
import { Ago, spanInWords, useNow } from '../parts/time.tsx'

type Props = { form: Form; record: InboxRecord; column: string }

/** One answer. A press on an address opens nothing, so that it can be copied. */
export const Cell = ({ form, record, column }: Props) => (
  <td
    data-head={shortLabel(form, column)}
    data-column={column}
    dir={column === 'createdAt' ? undefined : 'auto'}
    className={form.fields[column]?.control === 'email' ? 'copied-by-hand' : undefined}
  >
    {display(record[column])}
    {column === 'createdAt' && (
      <span className="when">
        <span className="age">
          <Ago time={record.createdAt} />
        </span>
        {record.state && <Due state={record.state} />}
        {record.state && hasNote(record.state) && <span>Note</span>}
      </span>
    )}
  </td>
)

const DAY_MS = 24 * 60 * 60_000

/** When a reply is due, or that it was given. */
function Due({ state }: { state: RecordState }) {
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
