import { newId } from '#server/storage/record-id.ts'
import { addMember, readMember, type Member } from './members.ts'
import { isSecret, newSecret } from './secret.ts'

/** An invitation: a secret that is shown once, and good for a day and one use. */

const LIFE_MS = 24 * 60 * 60 * 1_000

/** Invites somebody; only the answer has the secret. */
export async function invite(who: Pick<Member, 'name' | 'email'>, invitedBy: string) {
  const { secret, digest } = newSecret()
  const now = Date.now()
  const member: Member = {
    id: newId(now),
    ...who,
    passkeys: [],
    invitedBy,
    invitedAt: new Date(now).toISOString(),
    invite: { digest, until: now + LIFE_MS },
  }
  await addMember(member)
  return { member, secret }
}

/** The person whom this secret invites now; null for any other. */
export async function invited(id: string, secret: string): Promise<Member | null> {
  const member = await readMember(id)
  return member && isOpen(member, secret) ? member : null
}

/** Whether this secret opens this person's invitation now. */
export function isOpen({ invite }: Member, secret: string): boolean {
  return !!invite && Date.now() <= invite.until && isSecret(secret, invite.digest)
}
