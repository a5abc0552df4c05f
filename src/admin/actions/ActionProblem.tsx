import { Problem } from '../parts/Problem.tsx'
import type { RecordAction } from './record-action.ts'
import type { BatchProblem } from './use-batch.ts'

type Props = BatchProblem & {
  onReload: () => void
  onDismiss: () => void
  onGoOn: (action: RecordAction, records: NonNullable<BatchProblem['rest']>['records']) => void
}

/** What could not be deleted or released. Rows that are gone are shown until the list is reloaded. */
export function ActionProblem({ failure, detail, rest, onReload, onDismiss, onGoOn }: Props) {
  const dismiss = { label: 'Dismiss', onPress: onDismiss }
  const goOn = rest && {
    label: `${rest.action.name} the other ${rest.records.length}`,
    onPress: () => onGoOn(rest.action, rest.records),
  }
  const reload = failure.isGone ? { label: 'Reload the list', onPress: onReload } : undefined
  return <Problem failure={failure} detail={detail} help={goOn ?? reload ?? dismiss} />
}
