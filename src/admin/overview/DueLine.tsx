import { runningIn } from '../actions/list-state.ts'
import { openListOf } from '../actions/open-list.ts'
import { $foundAnswered, answeredHere } from '../actions/record-action.ts'
import { firstWords, isNew, personName, previewOf, shortAnswers } from '../api/inbox-record.ts'
import { Link } from '../parts/Controls.tsx'
import { Due } from '../parts/display.tsx'
import { usePart } from '../parts/use-store.ts'
import { walkTo } from '../route/navigation.ts'
import { addressOf, useRoute } from '../route/route.ts'
import type { Walk } from '../route/walk.ts'
import { isUntouched, stepOf, type Waiting } from './due-next.ts'

type Props = Waiting & {
  walk: Walk
  /** Somebody has answered it meanwhile, or taken it away: it is not due any more. */
  hasLeft: boolean
  onOpen: (step: Walk[number]) => void
}

/** When the reply is due, whose record it is, and its first words; a press opens it. */
export function DueLine({ walk, hasLeft, onOpen, ...one }: Props) {
  const { form, record } = one
  const step = stepOf(one)
  const isOpen = useRoute().record === record.id
  const running = usePart(openListOf({ form }).$state, (state) => runningIn(state, record.id))
  const found = usePart($foundAnswered, (all) => all[record.id])
  // After a write to it, what was read before it is old.
  const here = isUntouched(one) ? null : (answeredHere(record.id) ?? null)
  const answeredAt = hasLeft ? (found ?? undefined) : here
  return (
    <Link
      href={addressOf(walkTo(walk, step))}
      data-id={record.id}
      aria-current={isOpen || undefined}
      onFollow={() => onOpen(step)}
    >
      {record.state && !running && answeredAt !== undefined ? (
        <Due state={{ ...record.state, answeredAt }} />
      ) : (
        <span className="due">{running && `${running.doing}…`}</span>
      )}
      <b>
        <bdi>{personName(form, record)}</bdi>{' '}
        {isNew(record) && !isOpen && isUntouched(one) && <span className="new-mark">New</span>}
      </b>
      <span className="note">{form.tab}</span>
      <span className="preview" dir="auto">
        {firstWords(previewOf(form, record)) || shortAnswers(form, record)}
      </span>
    </Link>
  )
}
