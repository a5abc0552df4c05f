import { rememberDevice } from './device.ts'
import { beginEpoch, currentEpoch, sealedCookie } from './sealed-cookie.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { refuseCrossSite } from '#server/http/request.ts'

/**
 * An admin's session is a sealed cookie and a record in the store. The seal says who and how fresh;
 * the record is what makes a logout final at once, however many copies of the cookie there are.
 */
type Session = {
  /** Names the record session/{sid}. */
  sid: string
  /** When it was last refreshed, in milliseconds since 1970. */
  iat: number
  /** When it ends whatever happens. */
  abs: number
  /** Sessions of another epoch are signed out. */
  epoch: string
}

const MINUTE_MS = 60 * 1_000
/** Without a refresh a session answers this long, … */
const FRESH_MS = 15 * MINUTE_MS
/** … can be refreshed this long, … */
export const IDLE_MS = 30 * MINUTE_MS
/** … and ends after this long. */
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS

const sessionKey = (sid: string) => `session/${sid}`

const cookie = (request: Request, response: Response) =>
  sealedCookie<Session>([request, response], 'admin', IDLE_MS / 1_000)

/** The session of this request if it is alive and was refreshed within `ageMs`; 401 otherwise. */
async function alive(request: Request, ageMs: number): Promise<Session> {
  const { sid, iat, abs, epoch } = await cookie(request, new Response())
  if (!sid || !iat || !abs || epoch === undefined) throw unauthorized()
  if (Date.now() > Math.min(iat + ageMs, abs)) throw unauthorized()
  const [known, current] = await Promise.all([kv.get(sessionKey(sid)), currentEpoch()])
  if (!known || epoch !== current) throw unauthorized()
  return { sid, iat, abs, epoch }
}

const unauthorized = () => new HttpError(401, 'Unauthorized')

/** 401 unless the request carries a live and fresh session, 403 if another site's page sent it. */
export async function requireAdmin(request: Request): Promise<Session> {
  refuseCrossSite(request)
  return alive(request, FRESH_MS)
}

/** The answer that signs in: a new session under a new name. The one that the request carries is over. */
export async function startSession(request: Request): Promise<Response> {
  const now = Date.now()
  await endSession(request)
  const session = { sid: newId(), iat: now, abs: now + ABSOLUTE_MS, epoch: await currentEpoch() }
  await kv.put(sessionKey(session.sid), { abs: session.abs })
  return seal(request, session)
}

/** The answer that keeps a session going; 401 once it was idle or alive for too long. */
export async function refreshSession(request: Request): Promise<Response> {
  const session = await alive(request, IDLE_MS)
  return seal(request, { ...session, iat: Date.now() })
}

/** Ends the session now, for every copy of its cookie. Without a session there is nothing to end. */
export async function endSession(request: Request): Promise<Response> {
  const response = json({ ok: true })
  const session = await cookie(request, response)
  if (session.sid) await kv.remove(sessionKey(session.sid))
  session.destroy()
  return response
}

/**
 * Ends every session now, this one too: each was sealed in an epoch that is over. No browser is known
 * any more but the one that asks.
 */
export async function endEverySession(request: Request): Promise<Response> {
  await requireAdmin(request)
  await beginEpoch()
  const response = await endSession(request)
  await rememberDevice(request, response)
  return response
}

async function seal(request: Request, session: Session): Promise<Response> {
  const response = json({ ok: true })
  const sealed = await cookie(request, response)
  Object.assign(sealed, session)
  await sealed.save()
  return response
}
