import type { PersonAnswer } from '#api/admin-contract.ts'
import { callAdmin } from './call-admin.ts'
import { keptPages } from './kept-pages.ts'

/** An export may hold several resumes. */
const TIME_OUT_MS = 60_000

/** All records of this address, in every form and waitlist; held ones too. */
export const findPerson = (email: string): Promise<PersonAnswer> =>
  callAdmin('people', 'POST', { body: { email } })

export async function exportPerson(email: string): Promise<Blob> {
  const stored = await callAdmin('people/export', 'POST', {
    body: { email },
    timeOutMs: TIME_OUT_MS,
  })
  return new Blob([JSON.stringify(stored, null, 2)], { type: 'application/json' })
}

/** Erases all of it; ApiError 409 if the number of records is no longer `total`. */
export const erasePerson = (email: string, total: number): Promise<unknown> =>
  callAdmin('people/erase', 'POST', {
    body: { email, confirm: total },
    timeOutMs: TIME_OUT_MS,
    // A page that was read meanwhile may have some of it, and a failed call may have erased a part.
  }).finally(() => keptPages.clear())
