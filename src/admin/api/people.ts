import { ApiError } from '../../api/call.ts'
import { ask } from './ask.ts'

/** Where one of a person's records is; `collection` is its part of the API's addresses. */
export type PersonRecord = {
  collection: string
  projectSlug?: string
  id: string
  createdAt: string
  held: boolean
}

/** Everything may have to be gathered, with resumes. */
const TIME_OUT_MS = 60_000

/** All records of this address: in every form, every waitlist and among the held ones. */
export const findPerson = async (email: string) =>
  // The functions of this repository answer.
  (await ask('people', 'POST', { body: { email } })) as { items: PersonRecord[]; total: number }

/** Everything that is stored of a person, as one JSON file. */
export async function exportPerson(email: string): Promise<Blob> {
  const stored = await ask('people/export', 'POST', { body: { email }, timeOutMs: TIME_OUT_MS })
  return new Blob([JSON.stringify(stored, null, 2)], { type: 'application/json' })
}

/** Erases all of it; ApiError 409 where there are not `total` records any more. */
export const erasePerson = async (email: string, total: number) =>
  // As above.
  (await ask('people/erase', 'POST', {
    body: { email, confirm: total },
    timeOutMs: TIME_OUT_MS,
  })) as { erased: number }

/** Somebody has written, or was deleted, since the total was read. */
export const isOtherTotal = (error: unknown) => error instanceof ApiError && error.status === 409
