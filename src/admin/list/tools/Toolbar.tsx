import type { ListQuery } from '../../api/admin-api.ts'
import type { RecordSource } from '../../api/inbox-record.ts'
import { denseRows } from '../../parts/switches.ts'
import { useStore } from '../../parts/use-store.ts'
import { useRoute } from '../../route/route.ts'
import { Chips } from './Chips.tsx'
import { ExportLink } from './ExportLink.tsx'
import { SearchBox } from './SearchBox.tsx'

type Props = { source: RecordSource; query: ListQuery }

/** Search, status, density and export. */
export function Toolbar({ source, query }: Props) {
  const route = useRoute()
  const isDense = useStore(denseRows.$isOn, false)
  return (
    <div className="tools">
      <SearchBox search={route.search ?? ''} />
      <Chips source={source} />
      <div className="row tools-end">
        <button
          type="button"
          className="chip"
          aria-pressed={isDense}
          onClick={() => denseRows.set(!isDense)}
        >
          Compact rows
        </button>
        <ExportLink source={source} query={query} />
      </div>
    </div>
  )
}
