import { changeMember, invited, isOpen, readMember, type Passkey } from '#server/staff/members.ts'
import { askToMake, claimedBy, madePasskey } from './passkeys.ts'
import { refusedPasskey, spendChallenge, verifyUse } from './passkeys.ts'
import { signIn } from './sign-in.ts'

/** Signs in with a passkey, and makes the first one of an invited person. */

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
    const usedAt = new Date(Date.now()).toISOString()
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
