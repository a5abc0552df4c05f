import { isDueFirst, STATUSES, type Status } from '#forms/statuses.ts'
import { $counts, listName, type RecordSource } from '../../api/lists.ts'
import { Button } from '../../parts/Controls.tsx'
import { useInSight } from '../../parts/use-in-sight.ts'
import { usePart } from '../../parts/use-store.ts'
import { showList } from '../../route/navigation.ts'
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

type Chip = { is: string; label: string; count: number | undefined; hint?: string }

export function Chips({ source }: { source: RecordSource }) {
  const { status, held } = useRoute()
  const counts = usePart($counts, (all) => all[listName(source)])
  const shown = held === undefined ? (STATUSES.find((one) => one === status) ?? 'all') : 'held'
  const countOf = (one: Status) => counts?.[one === 'today' ? 'dueToday' : one]
  const isOffered = (one: Status) =>
    one === shown || one === 'new' || source.form.replyPromise !== undefined
  const chips: Chip[] = [
    { is: 'all', label: 'All', count: counts?.all },
    ...STATUSES.filter(isOffered).map((is) => ({ is, label: labels[is], count: countOf(is) })),
    { is: 'held', label: 'Held', count: counts?.held, hint: WHAT_IS_HELD },
  ]
  function show(one: string) {
    const next = one === 'all' || one === shown ? undefined : one
    const [held, status] = next === 'held' ? ['yes'] : [undefined, next]
    // What is due first comes first, whatever the order before.
    const isOwnOrder = one === 'held' || isDueFirst(status)
    showList({ held, status, ...(isOwnOrder && { sort: undefined }) })
  }
  const row = useInSight<HTMLDivElement>(shown, '[aria-pressed=true]')
  return (
    <div ref={row} className="chips" role="group" aria-label="Filter the list">
      {chips.map(({ is, label, count, hint }) => (
        <Button
          key={is}
          look={is === 'overdue' && count ? 'chip urgent' : 'chip'}
          title={hint}
          aria-pressed={is === shown}
          onPress={() => show(is)}
        >
          {label} <sup>{count?.toLocaleString() ?? '–'}</sup>
        </Button>
      ))}
    </div>
  )
}
