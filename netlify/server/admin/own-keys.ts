import type { Act } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { HttpError } from '#server/http/answers.ts'
import { changeMember, invited, isOpen, readMember } from '#server/staff/members.ts'
import type { Member, Passkey } from '#server/staff/members.ts'
import { sharedNow } from '#server/storage/clock.ts'
import { askToMake, claimedBy, madePasskey } from './passkeys.ts'
import { refusedPasskey, spendChallenge, verifyUse } from './passkeys.ts'
import { signIn } from './sign-in.ts'

/** A person's own keys: signing in with one, the first one, one more, another name, one less. */

/** Signs in with the browser's response to the challenge of `askToUse`. */
export async function signInByPasskey(request: Request, response: unknown): Promise<Response> {
  const challenge = await spendChallenge(request, 'sign in')
  const { member: id = '', credential = '' } = claimedBy(response) ?? {}
  const isIt = (one: Passkey) => one.credential === credential
  const passkey = (await readMember(id))?.passkeys.find(isIt)
  const counter = passkey ? await verifyUse(request, response, passkey, challenge) : null
  const used = counter === null ? null : await noteUse(id, isIt, counter)
  if (!passkey || !used) throw refusedPasskey()
  return signIn(request, used, { person: used.id, key: passkey.id })
}

const noteUse = (id: string, isIt: (one: Passkey) => boolean, counter: number) =>
  changeMember(id, (member) => {
    const before = member.passkeys.find(isIt)
    // A counter that does not rise means a copied key; some passkeys never count.
    if (!before || (counter <= before.counter && counter + before.counter > 0)) return null
    const usedAt = new Date(sharedNow()).toISOString()
    const passkeys = member.passkeys.map((one) => (isIt(one) ? { ...one, counter, usedAt } : one))
    return { ...member, passkeys }
  })

type Invitation = { id: string; secret: string }

/** The challenge with which an invited person makes the first passkey. */
export async function askToJoin(request: Request, { id, secret }: Invitation): Promise<Response> {
  const member = await invited(id, secret)
  if (!member) throw refusedPasskey()
  return askToMake(request, member)
}

/** Keeps the passkey that was made, ends the invitation, and signs in. */
export async function join(request: Request, { id, secret }: Invitation, response: unknown) {
  const made = await madePasskey(request, response)
  const passkey = { ...made, name: FIRST, usedAt: made.madeAt }
  const member = await changeMember(id, ({ invite, ...now }) =>
    isOpen({ invite, ...now }, secret) ? { ...now, passkeys: [...now.passkeys, passkey] } : null,
  )
  if (!member) throw refusedPasskey()
  return signIn(request, member, { person: member.id, key: passkey.id })
}

const FIRST = 'First key'

const MOST_KEYS = 10

type Whose = Member | undefined

export const askForKey = async (request: Request, member: Whose): Promise<Response> =>
  askToMake(request, itself(member))

export async function addKey(request: Request, member: Whose, response: unknown, name: string) {
  const own = itself(member)
  const made = await madePasskey(request, response)
  const withMade = (passkeys: Passkey[]) => {
    if (passkeys.length >= MOST_KEYS) throw new HttpError(409, `${MOST_KEYS} keys are enough.`)
    const others = passkeys.filter(({ credential }) => credential !== made.credential)
    return [...others, { ...made, name }]
  }
  await changed(own, withMade, 'key added')
}

/** What a person can do with one of their keys; 404 for any other. */
export function ownKeys(member: Whose, key: string) {
  const own = itself(member)
  const change = (to: (passkey: Passkey) => Passkey[], act?: Act) => {
    const withChanged = (passkeys: Passkey[]) => {
      if (!passkeys.some((one) => one.id === key)) throw noSuchKey()
      return passkeys.flatMap((one) => (one.id === key ? to(one) : [one]))
    }
    return changed(own, withChanged, act)
  }
  return {
    rename: (name: string) => change((passkey) => [{ ...passkey, name }]),
    remove: () => change(() => [], 'key removed'),
  }
}

/** Changes a person's keys. What can't be done throws before the act is logged. */
async function changed(own: Member, to: (passkeys: Passkey[]) => Passkey[], act?: Act) {
  const { id } = own
  to(own.passkeys)
  if (act) await log(own, act, { collection: 'people', id })
  const kept = await changeMember(id, (one) => ({ ...one, passkeys: to(one.passkeys) }))
  if (!kept) throw noSuchKey()
}

/** The password has no keys. */
function itself(member: Whose): Member {
  if (member) return member
  throw noSuchKey()
}

const noSuchKey = () => new HttpError(404, 'There is no such key.')
