import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { callAdmin, callAdminQuietly } from '../api/call-admin.ts'
import { remember } from '../api/remember.ts'

/** The browser's side of passkeys: the one file that knows the library. It loads when it is used. */

type ToUse = Parameters<typeof startAuthentication>[0]['optionsJSON']
type ToMake = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Signs in with the passkey that the person picks. Throws what the browser or the call throws. */
export async function signInByPasskey(): Promise<void> {
  const optionsJSON = await callAdminQuietly<ToUse>('passkey-options', {})
  const response = await startAuthentication({ optionsJSON })
  await callAdminQuietly('passkey', { body: { response } })
  rememberUse()
}

/** From now on the passkey's button comes first in this browser (src/layouts/Admin.astro). */
function rememberUse() {
  document.documentElement.dataset['passkeys'] = 'used'
  remember('admin-passkey', 'used')
}

/** Makes the passkey of an invited person on this device. */
export async function makeKey(invitation: { id: string; secret: string }) {
  const optionsJSON = await callAdminQuietly<ToMake>('join-options', { body: invitation })
  return { ...invitation, response: await startRegistration({ optionsJSON }) }
}

/** Joins with it, and signs in. */
export async function sendKey(made: Awaited<ReturnType<typeof makeKey>>): Promise<void> {
  await callAdminQuietly('join', { body: made })
  rememberUse()
}

export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await callAdmin<ToMake>('own/key-options', 'POST')
  const response = await startRegistration({ optionsJSON })
  await callAdmin('own/keys', 'POST', { body: { name, response } })
}
