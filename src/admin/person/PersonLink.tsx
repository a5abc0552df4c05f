import { openPerson } from '../route/navigation.ts'
import { usePerson } from './use-person.ts'

/** How much this person has sent, and the way there. */
export function PersonLink({ address }: { address: string }) {
  const { result, isStale } = usePerson(address)
  const count = isStale ? undefined : result?.total
  return (
    <button type="button" className="button small" onClick={openPerson}>
      This person{count !== undefined && ` (${count})`}
    </button>
  )
}
