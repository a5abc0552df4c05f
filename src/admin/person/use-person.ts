import { findPerson } from '../api/people.ts'
import { usePatience } from '../api/waiting/use-patience.ts'
import { useRequest } from '../api/use-request.ts'

/** All records of this address, if they can be said at once. */
export const usePerson = (address: string) =>
  useRequest(`person ${address}`, () => findPerson(address))

/** The same, for whoever wants to wait until all lists are read; `waiting` says how far that is. */
export function useWholePerson(address: string) {
  const { ask, waiting } = usePatience()
  const found = useRequest(`person ${address}`, () => ask(() => findPerson(address)))
  return { ...found, waiting }
}
