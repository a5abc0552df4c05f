import { EMERGENCY, type Act, type Actor } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { tellPeople } from '#server/notifications/mail/people-mail.ts'
import { hasPasskeys } from '#server/staff/members.ts'
import { rememberDevice } from './login-throttle.ts'
import { startSession } from './session.ts'

/** Each way into the admin area ends here, in the same session. */

/** After the right password. */
export async function signInByPassword(request: Request): Promise<Response> {
  const isEmergency = await hasPasskeys()
  const response = await begin(request, EMERGENCY, isEmergency ? { isEmergency } : {})
  if (isEmergency) tellPeople(EMERGENCY, 'emergency')
  return response
}

/** Starts the session, and says where it was begun. */
export async function begin(
  request: Request,
  { id, name }: Actor,
  whose: Parameters<typeof startSession>[1],
): Promise<Response> {
  const response = await startSession(request, whose)
  const act: Act = (await rememberDevice(request, response)) ? 'new device' : 'signed in'
  const who = { id, name }
  await log(who, act)
  if (act === 'new device') tellPeople(who, act)
  return response
}
