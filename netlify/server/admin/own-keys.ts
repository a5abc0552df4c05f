import type { Act } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { HttpError } from '#server/http/answers.ts'
import { changeMember, type Member, type Passkey } from '#server/staff/members.ts'
import { askToMake, madePasskey } from './passkeys.ts'

/** A person's own keys: one more, another name, one less. */

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
