import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import type { SelfTest } from '#api/admin-contract.ts'
import { solve } from '#server/spam/altcha.ts'
import { Stop } from '../site/command.ts'
import { answers, fetchFrom, type Check } from './check.ts'
import { probe } from './public.ts'
import { Refused, type SignedIn } from '../site/signed-in.ts'

const CLOSED = [
  ...forms.map(({ collection, splitBy }) => (splitBy ? `${collection}/projects` : collection)),
  'career-applications.csv',
  'self-test',
  'store/backup',
  'staff',
  'log',
]

/** Checks of the admin API without a session. */
export const closedChecks = (site: string): Check[] =>
  CLOSED.map((path) =>
    answers(`/api/admin/${path} without a session`, 401, () =>
      fetchFrom(site, `/api/admin/${path}`, { headers: { origin: site } }),
    ),
  )

/** Checks with a session. The last one signs out. */
export const adminChecks = (signedIn: SignedIn): Check[] => [
  { what: 'The store passes its self-test', run: () => selfTest(signedIn) },
  { what: 'A message is stored, read and deleted', run: () => realMessage(signedIn) },
  { what: 'Signing out ends every copy of the session', run: () => signOut(signedIn) },
]

async function selfTest({ ask }: SignedIn): Promise<string> {
  const { ok, checks } = (await (await ask('self-test', { method: 'POST' })).json()) as SelfTest
  if (ok) return `${checks.length} checks`
  const failed = checks.filter((one) => !one.ok)
  throw new Stop(failed.map(({ name, note = '' }) => `Failed: ${name}. ${note}`).join(' '))
}

async function realMessage({ site, ask }: SignedIn): Promise<string> {
  const id = await sendForm(site, contact, probe).catch(() => {
    throw new Stop('It was refused.')
  })
  const path = `${contact.collection}/${id}`
  // With reCAPTCHA on, a message with a proof of work is held.
  const list = (await isThere(ask, path)) ? '' : '?state=held'
  if (list && !(await isThere(ask, path + list))) throw new Stop('It was taken, but is not there.')
  await ask(path + list, { method: 'DELETE' })
  if (await isThere(ask, path + list)) throw new Stop('It was deleted, but is there.')
  return list && 'it was held'
}

async function isThere(ask: SignedIn['ask'], path: string): Promise<boolean> {
  try {
    await ask(path)
    return true
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return false
    throw error
  }
}

async function signOut({ site, ask, cookie }: SignedIn): Promise<undefined> {
  const copy = cookie()
  await ask('logout', { method: 'POST' })
  const headers = { cookie: copy, origin: site }
  const { status } = await fetchFrom(site, `/api/admin/${contact.collection}`, { headers })
  if (status !== 401) throw new Stop(`A copy of the cookie is answered ${status}.`)
}

/** Values by field name. */
export type Typed = Record<string, unknown>

/**
 * Sends a form with a solved bot check; returns the record's id, or throws what the site answered.
 */
export async function sendForm(siteUrl: string, form: Form, typed: Typed): Promise<string> {
  const query = `challenge?action=${form.captchaAction}`
  const challenge: unknown = await (await fetch(`${siteUrl}/api/forms/${query}`)).json()
  const captchaToken = await solve(challenge as object)
  const answer = await fetch(`${siteUrl}/api/forms/${form.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...typed, captchaToken }),
  })
  if (!answer.ok) throw new Error(`${form.noun} refused: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}
