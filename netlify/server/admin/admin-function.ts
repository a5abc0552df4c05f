import type { Context } from '@netlify/functions'
import { actionNamed, type Actions } from '#server/http/request.ts'
import { requireSameOrigin } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import { requireAdmin } from './session.ts'

type Action = (request: Request, params: Context['params']) => Promise<Response>
export type AdminActions = Actions<Action>

/**
 * The guards before every action of the admin. The last word of an address names the action; an
 * address without one means `one` record or `all`. A read must come from our own page too, unless
 * `isReadingOpen`.
 */
export const adminFunction = (
  route: string,
  actions: AdminActions,
  { isReadingOpen = true } = {},
) =>
  respond(route, async (request, { params }) => {
    // A missing parameter may be an empty text.
    const answer = actionNamed(request, actions, params['action'] || (params['id'] ? 'one' : 'all'))
    if (request.method !== 'GET' || !isReadingOpen) requireSameOrigin(request)
    await requireAdmin(request)
    return answer(request, params)
  })
