import { waitlist } from '#forms/waitlist.ts'
import { askWaitlist, ownPage, send, signIn } from './studio.ts'

/** Requests of visitors and the admin to an app's waitlist. */

/** Signs an address up, with a new idempotency key unless one is given. */
export const join = (email: string, more: Record<string, unknown> = {}, key?: string) =>
  send(waitlist, { email, source: 'landing', projectSlug: 'calmist', ...more }, key)

type Entries = { items: { id: string; email: string }[]; total: number }

export async function entries(query = '', slug = 'calmist'): Promise<Entries> {
  const headers = await signIn()
  const answer = await askWaitlist(`entries?projectSlug=${slug}${query}`, { headers })
  return (await answer.json()) as Entries
}

/** The listed entries of an address, or the held ones with `&state=held`. */
export const entriesOf = async (email: string, query = '') =>
  (await entries(`&limit=200${query}`)).items.filter((entry) => entry.email === email)

export const releaseEntry = async (id: string | undefined) =>
  askWaitlist(`entries/${id}/release`, {
    method: 'POST',
    headers: { ...(await signIn()), ...ownPage },
  })
