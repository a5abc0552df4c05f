import { statusOf } from '../api/failure.ts'
import type { RecordSource } from '../api/lists.ts'
import { peekRecord } from '../api/one-record.ts'
import { useRequest } from '../api/use-request.ts'
import { $route, replaceRoute } from '../route/route.ts'

/** What is said of a record that has left its list, and the ways on. */
export function useGone(
  source: RecordSource,
  id: string,
  isHeld: boolean,
  isGone: boolean,
  close: (() => void) | undefined,
) {
  const { result, isStale } = useRequest(`${id} ${isGone}`, async () => {
    if (!isGone) return undefined
    return peekRecord(source, id, !isHeld).then(Boolean, (error: unknown) =>
      statusOf(error) === 404 ? false : undefined,
    )
  })
  const isMoved = isStale ? undefined : result
  const { noun } = source.form
  const back = close ? [{ label: 'Back to the list', onPress: close }] : []
  if (!isMoved)
    return { detail: isMoved === false ? `This ${noun} no longer exists.` : undefined, help: back }
  const follow = () => replaceRoute({ ...$route.get(), held: isHeld ? undefined : 'yes' })
  return {
    detail: `This ${noun} was ${isHeld ? 'released' : 'marked as spam'}.`,
    help: [...back, { label: isHeld ? 'Show it' : 'Show it in Held', onPress: follow }],
  }
}
