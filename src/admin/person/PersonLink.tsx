import { openPerson } from '../route/navigation.ts'
import { findPerson } from '../api/people.ts'
import { useRequest } from '../api/use-request.ts'

/** How many records this person has sent; it opens them. */
export function PersonLink({ address }: { address: string }) {
  const { result, isStale } = useRequest(`person ${address}`, () => findPerson(address))
  const count = isStale ? undefined : result?.total
  return (
    <button type="button" className="button small" onClick={openPerson}>
      All from this person{count !== undefined && ` (${count})`}
    </button>
  )
}
