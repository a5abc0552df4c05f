import { Problem } from '../parts/Request.tsx'
import { usePart } from '../parts/use-store.ts'
import { problemIn } from './list-state.ts'
import type { OpenList } from './open-list.ts'
import { Said } from './Said.tsx'

/** What was done last in the list, or else what a search has found. */
export function Done({ list, found = '' }: { list: OpenList; found?: string }) {
  const outcome = usePart(list.$state, (state) => state.outcome)
  const isShown = outcome !== undefined
  return <Said words={outcome?.words ?? found} isShown={isShown} onUndo={outcome?.undo} />
}

/** Why an action on the open list failed, and the next step. */
export function ActionProblem({ list }: { list: OpenList }) {
  const problem = usePart(list.$state, problemIn)
  if (!problem) return null
  const { failure, rest } = problem
  const dismiss = { label: 'Dismiss', onPress: list.dismiss }
  const goOn = rest && {
    label: `${rest.action.name} the other ${rest.records.length}`,
    onPress: () => void list.act(rest.action, rest.records),
  }
  return <Problem failure={failure} help={goOn ?? dismiss} />
}
