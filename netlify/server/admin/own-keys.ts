import { log } from '#server/audit/log.ts'
import { HttpError } from '#server/http/http-error.ts'
import { changeMember, type Member, type Passkey } from '#server/staff/members.ts'
import { madePasskey, optionsToMake, siteOf } from '#server/staff/passkeys.ts'
import { pose, refusedPasskey, spendChallenge } from './challenge.ts'

/** A person's own keys: one more, another name, one less. */

const MOST_KEYS = 10

type Whose = Member | undefined

export const askForKey = async (request: Request, member: Whose): Promise<Response> =>
  pose(request, 'make', await optionsToMake(itself(member), siteOf(request)))

export async function addKey(request: Request, member: Whose, response: unknown, name: string) {
  const own = itself(member)
  const challenge = await spendChallenge(request, 'make')
  const made = await madePasskey(response, challenge, siteOf(request))
  if (!made) throw refusedPasskey()
  await changed(own, (passkeys) => {
    if (passkeys.length >= MOST_KEYS) throw new HttpError(409, `${MOST_KEYS} keys are enough.`)
    return [
      ...passkeys.filter(({ credential }) => credential !== made.credential),
      { ...made, name },
    ]
  })
  await log(own, 'key added', { collection: 'people', id: own.id })
}

/** What a person can do with one of their keys; 404 for any other. */
export function ownKeys(member: Whose, key: string) {
  const own = itself(member)
  const change = (to: (passkey: Passkey) => Passkey[]) =>
    changed(own, (passkeys) => {
      if (!passkeys.some((one) => one.id === key)) throw noSuchKey()
      return passkeys.flatMap((one) => (one.id === key ? to(one) : [one]))
    })
  return {
    rename: (name: string) => change((passkey) => [{ ...passkey, name }]),
    async remove() {
      await change(() => [])
      await log(own, 'key removed', { collection: 'people', id: own.id })
    },
  }
}

async function changed({ id }: Member, to: (passkeys: Passkey[]) => Passkey[]): Promise<void> {
  const kept = await changeMember(id, (one) => ({ ...one, passkeys: to(one.passkeys) }))
  if (!kept) throw noSuchKey()
}

/** The password has no keys. */
function itself(member: Whose): Member {
  if (member) return member
  throw noSuchKey()
}

const noSuchKey = () => new HttpError(404, 'There is no such key.')
