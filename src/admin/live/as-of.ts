import { $lookedAt, $uncounted } from '../api/lists.ts'
import { local } from '../parts/display.tsx'
import { useStore } from '../parts/use-store.ts'

/** Says since when the counts are old; empty while each look is answered, and before the first. */
export function useAsOf(): string {
  const isOld = useStore($uncounted) === 'all'
  const at = useStore($lookedAt)
  if (!isOld || at === 0) return ''
  return `As of ${local.format(at)}; nothing newer could be read. The page tries again.`
}
