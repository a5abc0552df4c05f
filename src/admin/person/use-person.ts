import { findPerson } from '../api/people.ts'
import { useRequest } from '../api/use-request.ts'

/** All records of this address. */
export const usePerson = (address: string) =>
  useRequest(`person ${address}`, () => findPerson(address))
