import type { RecordSource } from '../api/record-source.ts'
import { useRoute } from '../route/route.ts'
import { showHeld } from '../route/navigation.ts'
import { ExportLink } from './ExportLink.tsx'
import { SearchBox } from './SearchBox.tsx'

type Props = {
  source: RecordSource
  /** How many are held back, once that is known. */
  held: number | undefined
}

/** What is looked for, whether among the held ones, and the file of all. */
export function Toolbar({ source: { form }, held }: Props) {
  const route = useRoute()
  const isHeld = route.held !== undefined
  return (
    <div className="tools">
      <SearchBox search={route.search ?? ''} />
      <button
        type="button"
        className="chip"
        aria-pressed={isHeld}
        onClick={() => showHeld(!isHeld)}
      >
        Held <sup>{held?.toLocaleString() ?? '–'}</sup>
      </button>
      <ExportLink form={form} />
    </div>
  )
}
