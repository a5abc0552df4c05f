import type { Failure } from '../api/failure.ts'
import { Problem } from '../parts/Problem.tsx'

type Props = {
  failure: Failure
  detail: string | undefined
  onReload: () => void
  onDismiss: () => void
}

/** What could not be deleted or released. Rows that are gone are shown until the list is reloaded. */
export const ActionProblem = ({ failure, detail, onReload, onDismiss }: Props) => (
  <Problem
    failure={failure}
    detail={detail}
    help={
      failure.isGone
        ? { label: 'Reload the list', onPress: onReload }
        : { label: 'Dismiss', onPress: onDismiss }
    }
  />
)
