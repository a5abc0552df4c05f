import type { Context } from '@netlify/functions'
import { HttpError } from '#server/http/answers.ts'
import { requireMethod, requireSameOrigin } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import { adminConfig } from './sealed-cookie.ts'
import { requireAdmin, requireRecent, type LiveSession } from './session.ts'

/** The actions of an address, by its last word and by method. */
type Actions<Action> = Readonly<Record<string, Readonly<Record<string, Action>>>>

type Action = (
  request: Request,
  params: Context['params'],
  session: LiveSession,
) => Promise<Response>
export type AdminActions = Actions<Action>

/**
 * The guards before every action of the admin: the address and the method (404, 405), no other site's
 * page (403), and a sign-in (401): a cookie renewed in the last 15 minutes, of a session that has not
 * ended and a person who is still known. The last word of an address names the action; an address
 * without one means `one` record or `all`. A read must come from our own page too, unless
 * `allowsDirectReads`.
 */
export const adminFunction = (
  route: string,
  actions: AdminActions,
  { allowsDirectReads = true } = {},
) =>
  respond(route, async (request, { params }) => {
    // A missing parameter may be an empty text.
    const answer = actionNamed(request, actions, params['action'] || (params['id'] ? 'one' : 'all'))
    if (request.method !== 'GET' || !allowsDirectReads) requireSameOrigin(request)
    return answer(request, params, await requireAdmin(request))
  })

/** The guards where a session begins or ends. An action that needs one asks for it itself. */
export const openFunction = (
  route: string,
  actions: Actions<(request: Request, context: Context) => Promise<Response>>,
) =>
  respond(route, async (request, context) => {
    const action = actionNamed(request, actions, context.params['action'])
    requireSameOrigin(request)
    adminConfig()
    return action(request, context)
  })

/** An action for which a session is not enough: it wants a sign-in of the last minutes. */
export const recently =
  (action: Action): Action =>
  (request, params, session) => {
    requireRecent(session)
    return action(request, params, session)
  }

/** 404 for any other word, 405 for any other method. */
function actionNamed<Action>(request: Request, actions: Actions<Action>, name = ''): Action {
  const methods = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!methods) throw new HttpError(404, 'There is no such address.')
  requireMethod(request, ...Object.keys(methods))
  // requireMethod has checked it.
  return methods[request.method] as Action
}
