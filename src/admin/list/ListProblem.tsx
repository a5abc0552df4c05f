import type { Failure } from '../api/failure.ts'
import { Problem } from '../parts/Problem.tsx'
import { showNewest } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'

type Props = { failure: Failure; onRetry: () => void }

/** Why the page could not be read, and the way on; a page that the server refuses is not tried again. */
export function ListProblem({ failure, onRetry }: Props) {
  const { after } = useRoute()
  if (after && failure.isRefused) {
    return (
      <Problem
        failure={failure}
        detail="There is no such page any more"
        help={{ label: 'First page', onPress: showNewest }}
      />
    )
  }
  return <Problem failure={failure} isRetried help={{ label: 'Retry', onPress: onRetry }} />
}
