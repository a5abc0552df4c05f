import type { SessionAnswer } from '#api/admin-contract.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { isObject, refuseCrossSite } from '#server/http/request.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { EMERGENCY, type Actor } from '#server/audit/entry.ts'
import { hasKey, hasPasskeys, readKnownMember, type Member } from '#server/staff/members.ts'
import { MINUTE_MS, sharedNow } from '#server/storage/clock.ts'
import { rememberDevice } from './login-throttle.ts'
import { beginEpoch, currentEpoch, sealedCookie } from './sealed-cookie.ts'

/**
 * A session is a sealed cookie and the record session/{sid} in the store. A logout marks the record
 * as ended, which ends all copies of the cookie; removed, it could be made again by a sign-in that
 * lands late. Times are in milliseconds since 1970, by the store's clock where an instance's own is
 * wrong. It learns that from the store's first answer, and goes by its own until then.
 */
type Session = {
  sid: string
  /** When it was last refreshed. */
  iat: number
  /** The end of the session, refreshed or not. */
  abs: number
  epoch: string
  /** The id of the person; missing after a sign-in with the password. */
  person?: string | undefined
  /** The id of the person's key that opened it; older cookies have none. */
  key?: string | undefined
  /** The password was used although somebody has a passkey. */
  isEmergency?: boolean | undefined
}

/** A live session, with the person that it belongs to. */
export type LiveSession = Session & { member?: Member }

/** How long a session answers without a refresh, can be refreshed, and lasts at most. */
const FRESH_MS = 15 * MINUTE_MS
const IDLE_MS = 30 * MINUTE_MS
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS
/** How young a sign-in must be for what gives away or takes away everything. */
const RECENT_MS = 10 * MINUTE_MS

const sessionKey = (sid: string) => `session/${sid}`

const cookie = (request: Request, response?: Response) =>
  sealedCookie<Session>('admin', IDLE_MS / 1_000, request, response)

/** The session of this request if it is alive and was refreshed within `ageMs`; 401 otherwise. */
async function alive(request: Request, ageMs: number): Promise<LiveSession> {
  const { sid, iat, abs, epoch, person, key, isEmergency } = await cookie(request)
  if (!sid || !iat || !abs) throw unauthorized()
  const isOver = () => sharedNow() > Math.min(iat + ageMs, abs)
  // Before a look at the store, whose record of an old session may be gone.
  if (isOver()) throw unauthorized()
  const [known, current, member] = await Promise.all([
    // A live session's key is never removed.
    kv.getOrCreate(sessionKey(sid), ENDED),
    currentEpoch(),
    person ? readKnownMember(person) : undefined,
  ])
  // Again, since the store has told the time by now.
  if (isOver() || !isLive(known) || epoch !== current) throw unauthorized()
  if (member === null) throw unauthorized({ removed: true })
  if (member && !hasKey(member, key)) throw unauthorized()
  const session = { sid, iat, abs, epoch, person, key, isEmergency }
  return member ? { ...session, member } : session
}

const ENDED = { isEnded: true }
const isLive = (value: unknown) => isObject(value) && value['isEnded'] !== true

const unauthorized = (why: { removed?: true } = {}) => new HttpError(401, 'Unauthorized', why)

/** 401 unless the request carries a live and fresh session, 403 if another site's page sent it. */
export async function requireAdmin(request: Request): Promise<LiveSession> {
  refuseCrossSite(request)
  return alive(request, FRESH_MS)
}

/** 403 with `again` unless the sign-in itself, not a refresh, is a few minutes old at most. */
export function requireRecent({ abs }: Session): void {
  const signedInAt = abs - ABSOLUTE_MS
  if (sharedNow() - signedInAt <= RECENT_MS) return
  throw new HttpError(403, 'Sign in again to do this.', { again: true })
}

/** Who acts in this session, as the log names them. */
export const actorOf = ({ member }: LiveSession): Actor => member ?? EMERGENCY

/** Signs in, and ends the session that the request carries. With an `epoch` that is over, nothing opens. */
export async function startSession(
  request: Request,
  whose: Pick<Session, 'person' | 'key' | 'isEmergency'> & { epoch?: string } = {},
): Promise<Response> {
  await endSession(request)
  const epoch = whose.epoch ?? (await currentEpoch())
  const now = sharedNow()
  const [sid, abs] = [newId(), now + ABSOLUTE_MS]
  await kv.create(sessionKey(sid), { abs, person: whose.person })
  return seal(request, { ...whose, sid, iat: now, abs, epoch })
}

export async function refreshSession(request: Request): Promise<Response> {
  const { member, ...session } = await alive(request, IDLE_MS)
  // The first passkey may be younger than the session.
  const isEmergency = !session.person && (await hasPasskeys())
  return seal(request, { ...session, isEmergency, iat: sharedNow() }, member)
}

async function seal(request: Request, session: Session, member?: Member): Promise<Response> {
  const { isEmergency } = session
  const answer = {
    ok: true,
    ...(isEmergency && { isEmergency }),
    ...(member && { name: member.name }),
  } satisfies SessionAnswer
  const response = json(answer)
  // Without the old cookie, whose person would stay where this session has none.
  const empty = await cookie(new Request(request.url), response)
  await Object.assign(empty, session).save()
  return response
}

/** Ends every copy of the cookie at once. */
export async function endSession(request: Request): Promise<Response> {
  const response = json({ ok: true })
  // Empties the cache of a browser that others may use (https://www.w3.org/TR/clear-site-data/).
  // Not "storage", which has visitors' drafts and no record; not "cookies", one of which knows the browser.
  response.headers.set('Clear-Site-Data', '"cache"')
  const session = await cookie(request, response)
  // Without a look at what is there: a store that forgets must not keep a session alive.
  if (session.sid) await kv.put(sessionKey(session.sid), ENDED)
  session.destroy()
  return response
}

/** Ends every session, and forgets every browser but the one that asks. */
export async function endEverySession(request: Request): Promise<Response> {
  await requireAdmin(request)
  await beginEpoch()
  const response = await endSession(request)
  await rememberDevice(request, response)
  return response
}
