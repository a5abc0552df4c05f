import type { Context } from '@netlify/functions'
import { actNamed, type Acts } from '#server/http/act-named.ts'
import { requireSameOrigin } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import { requireAdmin } from './session.ts'

type Act = (request: Request, params: Context['params']) => Promise<Response>
export type AdminActs = Acts<Act>

/**
 * The guards before every act of the admin's. An address names an act by its last word, or else means
 * `one` record or `all`. Unless `isReadingOpen`, reading too needs our own page.
 */
export const adminFunction = (route: string, acts: AdminActs, { isReadingOpen = true } = {}) =>
  respond(route, async (request, { params }) => {
    // What an address leaves out may be an empty text.
    const answer = actNamed(request, acts, params['act'] || (params['id'] ? 'one' : 'all'))
    if (request.method !== 'GET' || !isReadingOpen) requireSameOrigin(request)
    await requireAdmin(request)
    return answer(request, params)
  })
