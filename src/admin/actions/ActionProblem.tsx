import { Problem } from '../parts/Problem.tsx'
import { usePart } from '../parts/use-store.ts'
import { problemIn } from './list-state.ts'
import type { OpenList } from './open-list.ts'

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
