import type { Config } from '@netlify/functions'
import type { CommandShown } from '#api/commands.ts'
import { openFunction } from '#server/admin/admin-function.ts'
import { beginCommand, confirmCommand, showCommand } from '#server/admin/command.ts'
import { takeSession, type Confirmer } from '#server/admin/command.ts'
import { requireTriesLeft } from '#server/admin/login-throttle.ts'
import { requireAdmin, requireRecent } from '#server/admin/session.ts'
import { HttpError, json } from '#server/http/answers.ts'
import { readJson, textOf } from '#server/http/request.ts'
import { hasPasskeys } from '#server/staff/members.ts'

/** A command begins, and waits; a person sees it in a browser, and confirms it. */
export default openFunction('admin-commands', {
  command: {
    POST: async (request, { ip }) => {
      const { command } = await readJson(request)
      const tries = await requireTriesLeft(request, ip, 'command')
      if (await hasPasskeys()) return json(await beginCommand(command, ip), 201)
      await tries.forgive()
      throw new HttpError(409, 'Nobody has a passkey: use the password.')
    },
  },
  'command-session': {
    POST: async (request) => {
      const { id, secret } = await readJson(request)
      return (await takeSession(request, textOf(id), textOf(secret))) ?? json({ waits: true }, 202)
    },
  },
  commands: {
    GET: async (request, { ip, params: { id = '' } }) => {
      await requirePerson(request)
      return json((await showCommand(id, ip)) satisfies CommandShown)
    },
    POST: async (request, { params: { id = '' } }) => {
      await confirmCommand(id, await requirePerson(request))
      return json({ ok: true })
    },
  },
})

/** 403 unless a person signed in within the last minutes. The command itself takes the password. */
async function requirePerson(request: Request): Promise<Confirmer> {
  const { member, ...session } = await requireAdmin(request)
  requireRecent(session)
  if (member) return { ...session, member }
  throw new HttpError(403, 'Only a person with a passkey can confirm a command.')
}

export const config: Config = {
  path: ['/api/admin/:action(command|command-session)', '/api/admin/:action(commands)/:id'],
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
