import { hash } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { json, HttpError } from '#server/http/answers.ts'
import { isObject } from '#server/http/request.ts'
import { readStudio } from '#server/content/studio.ts'
import type { Member, Passkey } from '#server/staff/members.ts'
import { MINUTE_MS, sharedNow } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { idPrefixAt, newId } from '#server/storage/record-id.ts'
import { sealedCookie } from './sealed-cookie.ts'

/**
 * WebAuthn (https://www.w3.org/TR/webauthn-3/): the one file that knows the library. The question
 * that a passkey signs is sealed in a cookie for five minutes, and spent once.
 */

/** Loaded with the first passkey, so that a function starts faster. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256, RS256: every authenticator knows one of them. */
const ALGORITHMS = [-8, -7, -257]

/** The site as an authenticator knows it: a passkey works on the host where it was made. */
const hostOf = (request: Request) => new URL(request.url).hostname

/** What a response must show: that the device knows the person, and signed this challenge here. */
const expected = (request: Request, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(request.url).origin,
  expectedRPID: hostOf(request),
  requireUserVerification: true,
})

const LIFE_MS = 5 * MINUTE_MS

/** A challenge to use a passkey makes none, and the other way round. */
type Purpose = 'sign in' | 'make'
type Challenge = { challenge: string; until: number; purpose: Purpose }

const cookie = (request: Request, response?: Response) =>
  sealedCookie<Challenge>('challenge', LIFE_MS / 1_000, request, response)

/** Answers with the options, and keeps their challenge in the browser. */
async function pose(request: Request, purpose: Purpose, options: { challenge: string }) {
  const response = json(options)
  const { challenge } = options
  const facts: Challenge = { challenge, until: sharedNow() + LIFE_MS, purpose }
  await Object.assign(await cookie(request, response), facts).save()
  return response
}

/** The challenge of this request, which is spent now; 401 if it is over or spent. */
export async function spendChallenge(request: Request, wanted: Purpose): Promise<string> {
  const { challenge, until = 0, purpose } = await cookie(request)
  if (!challenge || purpose !== wanted || sharedNow() > until) throw refusedPasskey()
  const name = hash('sha256', challenge).slice(0, 32)
  const spent = await kv.create(`nonce/${idPrefixAt(until)}-${name}`, null)
  if (spent !== 'created') throw refusedPasskey()
  return challenge
}

/** The same words for every reason, so that nobody learns which one it was. */
export const refusedPasskey = () => new HttpError(401, 'This passkey was not accepted.')

/** Asks the browser to make a passkey for this person. */
export async function askToMake(request: Request, { id, name, email, passkeys }: Member) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: (await readStudio()).name,
    rpID: hostOf(request),
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    // Without a name typed first, and only after the device knows who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(({ credential }) => ({ id: credential })),
  })
  return pose(request, 'make', options)
}

/** Asks the browser to sign in with any passkey of this site. */
export async function askToUse(request: Request): Promise<Response> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(request),
    userVerification: 'required',
  })
  return pose(request, 'sign in', options)
}

/** The passkey that a browser has made; 401 if anything in it is not as asked. */
export async function madePasskey(request: Request, response: unknown): Promise<Passkey> {
  const challenge = await spendChallenge(request, 'make')
  if (!isObject(response)) throw refusedPasskey()
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    // The library checks its shape.
    response: response as unknown as RegistrationResponseJSON,
    ...expected(request, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  if (!verified?.verified) throw refusedPasskey()
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    id: newId(),
    credential: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.filter((one) => typeof one === 'string').slice(0, MOST_TRANSPORTS),
    name: '',
    madeAt: new Date(sharedNow()).toISOString(),
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
  request: Request,
  response: unknown,
  { credential, publicKey, counter, transports }: Passkey,
  challenge: string,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    // The library checks its shape.
    response: response as AuthenticationResponseJSON,
    ...expected(request, challenge),
    credential: {
      id: credential,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
      transports,
    },
  }).catch(refused)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

/** The library throws at what it refuses, with words that quote the response. */
const refused = () => null
