import { usePart } from '../parts/use-store.ts'
import type { OpenList } from './open-list.ts'
import { Said } from './Said.tsx'

/** What was done last in the list, or else what a search has found. */
export function Done({ list, found = '' }: { list: OpenList; found?: string }) {
  const outcome = usePart(list.$state, (state) => state.outcome)
  const isShown = outcome !== undefined
  return <Said words={outcome?.words ?? found} isShown={isShown} onUndo={outcome?.undo} />
}
