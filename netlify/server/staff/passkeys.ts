import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isObject } from '#server/http/request.ts'
import { readStudio } from '#server/content/studio.ts'
import { newId } from '#server/storage/record-id.ts'
import type { Member, Passkey } from './members.ts'

/** WebAuthn (https://www.w3.org/TR/webauthn-3/): the one file that knows the library. */

/** Loaded with the first passkey, so that a function starts faster. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256, RS256: every authenticator knows one of them. */
const ALGORITHMS = [-8, -7, -257]

/** The site as an authenticator knows it: a passkey works on the host where it was made. */
export const siteOf = (request: Request) => {
  const { origin, hostname } = new URL(request.url)
  return { origin, rpId: hostname }
}
type Site = ReturnType<typeof siteOf>

/** What a browser needs to make a passkey for this person. */
export async function optionsToMake({ id, name, email, passkeys }: Member, { rpId }: Site) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: (await readStudio()).name,
    rpID: rpId,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    // Without a name typed first, and only after the device knows who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(({ credential }) => ({ id: credential })),
  })
}

/** What a browser needs to sign in with any passkey of this site. */
export async function optionsToUse({ rpId }: Site) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
}

/** The passkey that a browser has made; null if anything in it is not as asked. */
export async function madePasskey(
  response: unknown,
  challenge: string,
  { origin, rpId }: Site,
): Promise<Passkey | null> {
  if (!isObject(response)) return null
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    // The library checks its shape.
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  if (!verified?.verified) return null
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    id: newId(),
    credential: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.filter((one) => typeof one === 'string').slice(0, MOST_TRANSPORTS),
    name: '',
    madeAt: new Date(Date.now()).toISOString(),
    usedAt: null,
  }
}

const MOST_TRANSPORTS = 8

/** Whom a response claims to come from, not verified; the id of a person and of a credential. */
export function claimedBy(response: unknown): { member: string; credential: string } | null {
  const { id, response: inner } = isObject(response) ? response : {}
  const handle = isObject(inner) ? inner['userHandle'] : undefined
  if (typeof id !== 'string' || typeof handle !== 'string') return null
  return { member: Buffer.from(handle, 'base64url').toString(), credential: id }
}

/** The passkey's new counter; null if the response was not made by it, here, now, for this. */
export async function verifyUse(
  response: unknown,
  { credential, publicKey, counter, transports }: Passkey,
  challenge: string,
  { origin, rpId }: Site,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    // The library checks its shape.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: credential,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
      transports,
    },
    requireUserVerification: true,
  }).catch(refused)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

/** The library throws at what it refuses, with words that quote the response. */
const refused = () => null
