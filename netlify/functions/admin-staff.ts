import type { Config } from '@netlify/functions'
import type { InviteAnswer, StaffAnswer, StaffMember } from '#api/admin-contract.ts'
import { email, line, type AnswerKind } from '#forms/answer.ts'
import { judge } from '#forms/judging/judge.ts'
import { adminFunction, recently } from '#server/admin/admin-function.ts'
import { addKey, askForKey, ownKeys } from '#server/admin/own-keys.ts'
import { actorOf } from '#server/admin/session.ts'
import { isReserved } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { readJson } from '#server/http/request.ts'
import { mailInvite } from '#server/notifications/mail/people-mail.ts'
import { addMember, listMembers, newInvitation } from '#server/staff/members.ts'
import { readMember, removeMember, type Member } from '#server/staff/members.ts'

/** Room for a browser's response. */
const BODY_LIMIT_BYTES = 32 * 1_024
const NAME_CAP = 60

/** The people who sign in, and the keys of the one who asks. */
export default adminFunction('admin-staff', {
  all: {
    GET: async (_, __, { member }) => {
      const items = (await listMembers()).map(shown)
      return json({ items, me: member?.id ?? null } satisfies StaffAnswer)
    },
    POST: recently(async (request, _, session) => {
      const typed = await readJson(request, BODY_LIMIT_BYTES)
      const { name: by } = actorOf(session)
      const { member, secret } = newInvitation(personIn(typed), by)
      await log(actorOf(session), 'invited', { collection: 'people', id: member.id })
      await addMember(member)
      const link = `${new URL(request.url).origin}/admin/join#${member.id}.${secret}`
      const isMailed = await mailInvite(member, link)
      return json({ member: shown(member), link, isMailed } satisfies InviteAnswer)
    }),
  },
  one: {
    DELETE: recently(async (_, { id = '' }, session) => {
      const noSuchPerson = new HttpError(404, 'There is no such person.')
      if (!(await readMember(id))) throw noSuchPerson
      await log(actorOf(session), 'removed', { collection: 'people', id })
      if (!(await removeMember(id))) throw noSuchPerson
      return json({ ok: true })
    }),
  },
  'key-options': { POST: recently(async (request, _, { member }) => askForKey(request, member)) },
  keys: {
    POST: recently(async (request, _, { member }) => {
      const { response, name } = await readJson(request, BODY_LIMIT_BYTES)
      await addKey(request, member, response, named(name))
      return json({ ok: true })
    }),
  },
  key: {
    PATCH: async (request, { key = '' }, { member }) => {
      const name = named((await readJson(request, BODY_LIMIT_BYTES))['name'])
      await ownKeys(member, key).rename(name)
      return json({ ok: true })
    },
    DELETE: recently(async (_, { key = '' }, { member }) => {
      await ownKeys(member, key).remove()
      return json({ ok: true })
    }),
  },
})

function shown({ id, name, email, invitedBy, invitedAt, invite, passkeys }: Member): StaffMember {
  return {
    ...{ id, name, email, invitedBy, invitedAt },
    invitedUntil: invite ? new Date(invite.until).toISOString() : null,
    passkeys: passkeys.map(({ id, name, madeAt, usedAt }) => ({ id, name, madeAt, usedAt })),
  }
}

function personIn(typed: Record<string, unknown>): { name: string; email: string } {
  const name = judged(line('Write a name.'), typed['name'])
  if (isReserved(name)) {
    throw new HttpError(422, 'The log uses this name for something else. Write another one.')
  }
  return { name, email: judged(email('Write an email address.'), typed['email']) }
}

function judged(rule: AnswerKind, typed: unknown): string {
  const judgement = judge(rule, typed)
  if ('error' in judgement) throw new HttpError(422, judgement.error)
  return String(judgement.answer)
}

/** The name of a key: a device, mostly. */
const named = (value: unknown) => judged(line('Name this key.'), value).slice(0, NAME_CAP)

export const config: Config = {
  path: [
    '/api/admin/staff{/:id}?',
    '/api/admin/own/:action(key-options|keys)',
    '/api/admin/own/:action(key)/:key',
  ],
}
