import { Problem } from '../parts/Problem.tsx'
import type { RecordAction } from './record-action.ts'
import type { BatchProblem } from './use-batch.ts'

type Props = BatchProblem & {
  onDismiss: () => void
  onGoOn: (action: RecordAction, records: NonNullable<BatchProblem['rest']>['records']) => void
}

/** What could not be done, and the way on. */
export function ActionProblem({ failure, detail, rest, onDismiss, onGoOn }: Props) {
  const dismiss = { label: 'Dismiss', onPress: onDismiss }
  const goOn = rest && {
    label: `${rest.action.name} the other ${rest.records.length}`,
    onPress: () => onGoOn(rest.action, rest.records),
  }
  return <Problem failure={failure} detail={detail} help={goOn ?? dismiss} />
}
