import { isCommand, type CommandBegun, type CommandShown } from '#api/commands.ts'
import { log } from '#server/audit/log.ts'
import { HttpError } from '#server/http/answers.ts'
import { networkOf } from '#server/http/network.ts'
import { hasKey, readMember, type Member, isSecret, newSecret } from '#server/staff/members.ts'
import { MINUTE_MS, sharedNow } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, isId, newId } from '#server/storage/record-id.ts'
import { currentEpoch } from './sealed-cookie.ts'
import { signIn } from './sign-in.ts'

/**
 * A command asks for a session, and a person confirms it in a browser (as in RFC 8628): command/<id>,
 * for ten minutes and one use. The command keeps the secret; the address that it prints has the id.
 */
type Asked = {
  command: string
  /** From where it was asked. */
  network: string
  digest: string
  epoch: string
  /** The id of the person, once one has confirmed it. */
  person?: string
  /** The id of that person's key. */
  key?: string | undefined
}

const LIFE_MS = 10 * MINUTE_MS
const ROOT = 'command/'

/** Letters that nobody mistakes for another one, and that make no word. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Both sides show it. It comes from the secret, so nobody can choose it. */
function codeOf(digest: string): string {
  const letters = [...Buffer.from(digest, 'hex').subarray(0, 8)].map((byte) => LETTERS[byte % 20])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

export async function beginCommand(command: unknown, address: string): Promise<CommandBegun> {
  if (!isCommand(command)) throw new HttpError(422, 'There is no such command.')
  const { secret, digest } = newSecret()
  const [id, network, epoch] = [newId(), networkOf(address), await currentEpoch()]
  await kv.create(ROOT + id, { command, network, digest, epoch } satisfies Asked)
  return { id, secret, code: codeOf(digest) }
}

/** What a person sees before confirming. */
export async function showCommand(id: string, address: string): Promise<CommandShown> {
  const { command, network, digest } = await askedNow(id)
  const isHere = network === networkOf(address)
  return {
    command,
    code: codeOf(digest),
    network,
    isHere,
    at: new Date(createdAtOf(id)).toISOString(),
  }
}

/** A person, and the id of the key with which they signed in. */
export type Confirmer = { member: Member; key?: string | undefined }

export async function confirmCommand(id: string, { member, key }: Confirmer): Promise<void> {
  const { command } = await askedNow(id)
  // Written first, so that no session begins without an entry.
  await log(member, 'confirmed a command', { collection: 'commands', id: command })
  const confirmed = await kv.change(ROOT + id, (value) =>
    isAsked(value) && !value.person ? { ...value, person: member.id, key } : null,
  )
  if (!confirmed) throw over(404)
}

/** Null until somebody has confirmed it; then the session of that person, once. */
export async function takeSession(request: Request, id: string, secret: string) {
  const asked = await readAsked(id)
  if (!asked || !isSecret(secret, asked.digest)) throw over(401)
  if (!asked.person) return null
  const member = await readMember(asked.person)
  // What is left opens nothing.
  const taken = await kv.change(ROOT + id, (value) => (isAsked(value) ? {} : null))
  if (!member || !hasKey(member, asked.key) || !taken) throw over(401)
  return signIn(request, member, { person: member.id, key: asked.key, epoch: asked.epoch })
}

/** A command that nobody has confirmed yet; 404 otherwise. */
async function askedNow(id: string): Promise<Asked> {
  const asked = await readAsked(id)
  if (!asked || asked.person) throw over(404)
  return asked
}

/** Null if it is over, unknown or taken, or "Sign out everywhere" came after it. */
async function readAsked(id: string): Promise<Asked | null> {
  const isOver = !isId(id) || sharedNow() > createdAtOf(id) + LIFE_MS
  const value = isOver ? null : (await kv.get(ROOT + id))?.value
  return isAsked(value) && value.epoch === (await currentEpoch()) ? value : null
}

// Only this file writes there.
const isAsked = (value: unknown): value is Asked =>
  typeof (value as Partial<Asked> | null | undefined)?.digest === 'string'

const over = (status: number) =>
  new HttpError(
    status,
    'This command no longer waits. Start it again, and confirm it within ten minutes.',
  )
