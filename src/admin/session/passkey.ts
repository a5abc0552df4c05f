import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from '../../api/call.ts'
import { ask } from '../api/ask.ts'
import { remember } from '../api/remember.ts'

/** The browser's side of passkeys: the one file that knows the library. It loads when it is used. */

type ToUse = Parameters<typeof startAuthentication>[0]['optionsJSON']
type ToMake = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Signs in with the passkey that the person picks. Throws what the browser or `call` throws. */
export async function signInByPasskey(): Promise<void> {
  const optionsJSON = (await call('/api/admin/passkey-options')) as ToUse
  const response = await startAuthentication({ optionsJSON })
  await call('/api/admin/passkey', { body: { response } })
  rememberUse()
}

/** From now on the passkey's button comes first in this browser (src/layouts/Admin.astro). */
function rememberUse() {
  document.documentElement.dataset['passkeys'] = 'used'
  remember('admin-passkey', 'used')
}

export async function join(invitation: { id: string; secret: string }): Promise<void> {
  const optionsJSON = (await call('/api/admin/join-options', { body: invitation })) as ToMake
  const response = await startRegistration({ optionsJSON })
  await call('/api/admin/join', { body: { ...invitation, response } })
  rememberUse()
}

export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await ask<ToMake>('own/key-options', 'POST')
  const response = await startRegistration({ optionsJSON })
  await ask('own/keys', 'POST', { body: { name, response } })
}
