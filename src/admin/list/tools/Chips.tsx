import { STATUSES, type Status } from '#forms/statuses.ts'
import { $counts, listName, type RecordSource } from '../../api/lists.ts'
import { Button } from '../../parts/Button.tsx'
import { useInSight } from '../../parts/use-in-sight.ts'
import { usePart } from '../../parts/use-store.ts'
import { showHeld, showStatus } from '../../route/navigation.ts'
import { useRoute } from '../../route/route.ts'

const labels: Readonly<Record<Status, string>> = {
  new: 'New',
  waiting: 'Waiting',
  today: 'Due today',
  overdue: 'Overdue',
  answered: 'Answered',
}

export const WHAT_IS_HELD =
  'Submissions that look automatic, or that somebody marked as spam. They count in no total.'

/** The statuses to narrow the list to, each with its count. */
export function Chips({ source }: { source: RecordSource }) {
  const { status, held } = useRoute()
  const counts = usePart($counts, (all) => all[listName(source)])
  const shown = held === undefined ? (STATUSES.find((one) => one === status) ?? 'all') : 'held'
  const countOf = (one: Status) => counts?.[one === 'today' ? 'dueToday' : one]
  const isOffered = (one: Status) =>
    one === shown ||
    one === 'new' ||
    (source.form.replyPromise !== undefined && (one !== 'today' || Boolean(countOf(one))))
  const numbers = JSON.stringify(counts)
  const row = useInSight<HTMLDivElement>(shown, '[aria-pressed=true]', numbers)
  return (
    <div ref={row} className="chips" role="group" aria-label="Filter the list">
      <Chip
        label="All"
        count={counts?.all}
        isOn={shown === 'all'}
        onPress={() => showStatus(undefined)}
      />
      {STATUSES.filter(isOffered).map((one) => (
        <Chip
          key={one}
          label={labels[one]}
          count={countOf(one)}
          isOn={shown === one}
          isUrgent={one === 'overdue' && Boolean(counts?.overdue)}
          onPress={() => showStatus(shown === one ? undefined : one)}
        />
      ))}
      <Chip
        label="Held"
        hint={WHAT_IS_HELD}
        count={counts?.held}
        isOn={shown === 'held'}
        onPress={() => showHeld(shown !== 'held')}
      />
    </div>
  )
}

type Props = {
  label: string
  hint?: string
  count: number | undefined
  isOn: boolean
  isUrgent?: boolean
  onPress: () => void
}

const Chip = ({ label, hint, count, isOn, isUrgent, onPress }: Props) => (
  <Button
    look={isUrgent ? 'chip urgent' : 'chip'}
    title={hint}
    aria-pressed={isOn}
    onPress={onPress}
  >
    {label} <sup>{count?.toLocaleString() ?? '–'}</sup>
  </Button>
)
