import { changeMember, invited, isOpen, readMember, type Passkey } from '#server/staff/members.ts'
import { claimedBy, madePasskey, optionsToMake, optionsToUse } from '#server/staff/passkeys.ts'
import { siteOf, verifyUse } from '#server/staff/passkeys.ts'
import { pose, refusedPasskey, spendChallenge } from './challenge.ts'
import { signIn } from './sign-in.ts'

/** Signs in with a passkey, and makes the first one of an invited person. */

/** The challenge for any passkey of this site. */
export const askForPasskey = async (request: Request): Promise<Response> =>
  pose(request, 'sign in', await optionsToUse(siteOf(request)))

/** Signs in with the browser's response to that challenge. */
export async function signInByPasskey(request: Request, response: unknown): Promise<Response> {
  const challenge = await spendChallenge(request, 'sign in')
  const { member: id = '', credential = '' } = claimedBy(response) ?? {}
  const isIt = (one: Passkey) => one.credential === credential
  const passkey = (await readMember(id))?.passkeys.find(isIt)
  const counter = passkey ? await verifyUse(response, passkey, challenge, siteOf(request)) : null
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
  return pose(request, 'make', await optionsToMake(member, siteOf(request)))
}

/** Keeps the passkey that was made, ends the invitation, and signs in. */
export async function join(request: Request, { id, secret }: Invitation, response: unknown) {
  const challenge = await spendChallenge(request, 'make')
  const passkey = await madePasskey(response, challenge, siteOf(request))
  const member =
    passkey &&
    (await changeMember(id, ({ invite, ...now }) =>
      isOpen({ invite, ...now }, secret)
        ? {
            ...now,
            passkeys: [...now.passkeys, { ...passkey, name: FIRST, usedAt: passkey.madeAt }],
          }
        : null,
    ))
  if (!passkey || !member) throw refusedPasskey()
  return signIn(request, member, { person: member.id, key: passkey.id })
}

const FIRST = 'First key'
