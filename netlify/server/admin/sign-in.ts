import { EMERGENCY, type Act, type Actor } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { tellPeople } from '#server/notifications/mail/people-mail.ts'
import { hasPasskeys } from '#server/staff/members.ts'
import { rememberDevice } from './login-throttle.ts'
import { startSession } from './session.ts'

/**
 * Each way into the admin area ends here, in the same session. No other function needs the mails
 * that this file sends.
 */

/** After the right password. */
export async function signInByPassword(request: Request): Promise<Response> {
  const isEmergency = await hasPasskeys()
  return signIn(request, EMERGENCY, isEmergency ? { isEmergency } : {})
}

/** Starts the session, and says where it was begun. */
export async function signIn(
  request: Request,
  who: Actor,
  whose: NonNullable<Parameters<typeof startSession>[1]>,
): Promise<Response> {
  const response = await startSession(request, whose)
  const act: Act = (await rememberDevice(request, response)) ? 'new device' : 'signed in'
  const entry = await log(who, act)
  if (act === 'new device') await tellPeople('new-device', entry)
  if (whose.isEmergency) await tellPeople('emergency', entry)
  return response
}
