import type { RecordSource } from '../../api/record-source.ts'
import { listName } from '../../api/counts.ts'
import { $arrivals } from '../../live/arrivals.ts'
import { useStore } from '../../parts/use-store.ts'

const NOTHING = {}

type Props = { source: RecordSource; onShow: () => void }

/** What came since the list was shown, in a place of its own: no row moves for it. */
export function Arrivals({ source, onShow }: Props) {
  const arrivals = useStore($arrivals, NOTHING)[listName(source)]
  const count = arrivals?.count ?? 0
  return (
    <p className="arrivals" role="status">
      {count > 0 && (
        <button type="button" className="quiet" onClick={onShow}>
          {count}
          {arrivals?.hasMore && '+'} new – show
        </button>
      )}
    </p>
  )
}
