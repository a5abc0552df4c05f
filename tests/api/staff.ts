import type { InviteAnswer, StaffAnswer } from '#api/admin-contract.ts'
import { call } from './addresses.ts'
import { make, use, type Changes, type Key } from './authenticator.ts'
import { origin, ownPage, signIn } from './studio.ts'

/** Steps of the studio's people: invite, join, sign in with a passkey. */

type Asked = {
  method?: string
  cookie?: string | undefined
  body?: unknown
  address?: string
  headers?: Record<string, string>
}

/** Asks the admin API with the real routes, as our own page does. */
export async function askAdmin(
  path: string,
  { method = 'POST', cookie = '', body, address, headers: own }: Asked = {},
): Promise<Response> {
  const headers = { ...ownPage, cookie, 'content-type': 'application/json', ...own }
  const text = body === undefined ? undefined : JSON.stringify(body)
  const init = { method, headers, ...(text !== undefined && { body: text }) }
  return call(new Request(`${origin}/api/admin/${path}`, init), address)
}

/** The cookies of a response, as a browser sends them back. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter((line) => !/Max-Age=0/i.test(line))
    .map((line) => line.split(';')[0])
    .join('; ')

export type Invitation = { id: string; secret: string; link: string }

/** Invites somebody with a fresh sign-in by the password. */
export async function invite(name: string, by?: string): Promise<Invitation> {
  const email = `${name.toLowerCase()}@studio.test`
  const { cookie } = by === undefined ? await signIn() : { cookie: by }
  const answer = await askAdmin('staff', { cookie, body: { name, email } })
  const { link } = (await answer.json()) as InviteAnswer
  const [id = '', secret = ''] = new URL(link).hash.slice(1).split('.')
  return { id, secret, link }
}

type Options = { challenge: string; user: { id: string } }

/** Asks for a challenge; `options` is what the browser would get. */
export async function posed(path: string, asked: Asked = {}) {
  const answer = await askAdmin(path, asked)
  return { answer, options: (await answer.clone().json()) as Options, cookie: cookiesOf(answer) }
}

/** Accepts an invitation; the answer has the session. */
export async function join({ id, secret }: Invitation, changes: Changes = {}) {
  const { options, cookie } = await posed('join-options', { body: { id, secret } })
  const { key, response } = make(options, changes)
  const answer = await askAdmin('join', { cookie, body: { id, secret, response } })
  return { key, answer, cookie: cookiesOf(answer) }
}

/** Signs in with a passkey. */
export async function signInBy(key: Key, changes: Changes = {}) {
  const { options, cookie } = await posed('passkey-options')
  const body = { response: use(key, options, changes) }
  const answer = await askAdmin('passkey', { cookie, body })
  return { answer, cookie: cookiesOf(answer) }
}

/** A person with a passkey, signed in. */
export async function newPerson(name: string) {
  const invitation = await invite(name)
  return { id: invitation.id, ...(await join(invitation)) }
}

export async function staff(cookie: string): Promise<StaffAnswer> {
  const answer = await askAdmin('staff', { method: 'GET', cookie })
  return (await answer.json()) as StaffAnswer
}

export const remove = (id: string, cookie: string) =>
  askAdmin(`staff/${id}`, { method: 'DELETE', cookie })

/** The status of a read with this session. */
export const reads = async (cookie: string) =>
  (await askAdmin('contact-submissions', { method: 'GET', cookie })).status
