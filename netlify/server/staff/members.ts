import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS, sharedNow } from '#server/storage/clock.ts'
import { untilWon } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { isId, newId } from '#server/storage/record-id.ts'
import { foundOrAbsent, getProven, listProven } from '#server/storage/sentinel.ts'

/**
 * The people who sign in: people/<id> in the store. Times are ISO 8601. A removed person leaves an
 * empty value there, since an invitation that lands late would bring back a removed key.
 */

export type Passkey = {
  /** Our own name for it in addresses. */
  id: string
  /** The authenticator's name for it, in base64url. */
  credential: string
  publicKey: string
  counter: number
  transports: string[]
  name: string
  madeAt: string
  usedAt: string | null
}

export type Member = {
  id: string
  name: string
  email: string
  passkeys: Passkey[]
  /** Who invited them: a name, because that person may leave. */
  invitedBy: string
  invitedAt: string
  /** The open invitation; it goes with its first use. */
  invite?: { digest: string; until: number } | undefined
}

const ROOT = 'people/'
/** The ids of all who were ever invited or listed, since a listing may lack some. */
const IDS = 'people-ids'

/** Only this file writes there. */
const memberIn = (value: unknown): Member | null =>
  (value as Partial<Member> | undefined)?.email === undefined ? null : (value as Member)

/** What stands under a person's key; null for an unknown id. */
const find = (id: string) => getProven(ROOT + id)

/** Null for an unknown id, a removed person, and a damaged value. */
export async function readMember(id: string): Promise<Member | null> {
  return isId(id) ? memberIn((await find(id))?.value) : null
}

/** Like `readMember`, for a person whose key was there once. It is never removed. */
export const readKnownMember = async (id: string): Promise<Member | null> =>
  memberIn(await kv.getOrCreate(ROOT + id, null))

/** All people, in the order of their invitations. */
export async function listMembers(): Promise<Member[]> {
  const [keys, known] = await Promise.all([listProven(ROOT), kv.getOrCreate(IDS, [])])
  const listed = keys.map((key) => key.slice(ROOT.length))
  const isNew = listed.some((id) => !idsIn(known).includes(id))
  const ids = isNew ? await keepIds(listed) : idsIn(known)
  const found = await Promise.all(ids.toSorted().map(readKnownMember))
  return found.filter((one) => one !== null).reverse()
}

const idsIn = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

/** Adds these ids to those that are known. */
const keepIds = (ids: readonly string[]) =>
  kv.change(IDS, (value) => [...new Set([...idsIn(value), ...ids])]).then(idsIn)

/** Whether anybody can sign in without the password. */
export const hasPasskeys = async (): Promise<boolean> =>
  (await listMembers()).some(({ passkeys }) => passkeys.length > 0)

/** Whether the person still has the key of a session or a command; older ones name none. */
export const hasKey = ({ passkeys }: Member, key: string | undefined): boolean =>
  key === undefined || passkeys.some(({ id }) => id === key)

/** Changes a person by compare-and-set; null if there is no such person, or `to` returns null. */
export async function changeMember(id: string, to: (member: Member) => Member | null) {
  if (!isId(id)) return null
  const change = async () => {
    let isFound = false
    const member = await kv.change(ROOT + id, (value) => {
      isFound = value !== undefined
      const before = memberIn(value)
      return before && to(before)
    })
    return { member, isFound }
  }
  return (await foundOrAbsent(ROOT + id, change, ({ isFound }) => !isFound)).member
}

/** False if there was no such person. Their sessions end with the next request. */
export async function removeMember(id: string): Promise<boolean> {
  if (!isId(id)) return false
  return untilWon(async () => {
    const found = await find(id)
    if (!found || !memberIn(found.value)) return false
    return (await kv.replace(ROOT + id, null, found.etag)) || undefined
  })
}

/** An invitation has a secret that is shown once, and is good for a day and one use. */
const INVITED_MS = DAY_MS

/** Somebody who is invited once `addMember` has stored them; only this answer has the secret. */
export function newInvitation(who: Pick<Member, 'name' | 'email'>, invitedBy: string) {
  const { secret, digest } = newSecret()
  const now = sharedNow()
  const member: Member = {
    id: newId(now),
    ...who,
    passkeys: [],
    invitedBy,
    invitedAt: new Date(now).toISOString(),
    invite: { digest, until: now + INVITED_MS },
  }
  return { member, secret }
}

export async function addMember(member: Member): Promise<void> {
  await kv.create(ROOT + member.id, member)
  // The person comes first, so every id in the list has or had one.
  await keepIds([member.id])
}

/** The person whom this secret invites now; null for any other. */
export async function invited(id: string, secret: string): Promise<Member | null> {
  const member = await readMember(id)
  return member && isOpen(member, secret) ? member : null
}

/** Whether this secret opens this person's invitation now. */
export function isOpen({ invite }: Member, secret: string): boolean {
  return !!invite && sharedNow() <= invite.until && isSecret(secret, invite.digest)
}

const digestOf = (secret: string) => hash('sha256', secret)

/** A secret of 256 bits that is shown once; the store has its hash. */
export function newSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, digest: digestOf(secret) }
}

/** Compares in constant time. */
export const isSecret = (secret: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(digest))
