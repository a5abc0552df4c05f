import {
  createChallenge,
  randomInt,
  solveChallenge,
  verifySolution,
  type Challenge,
} from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { isObject } from '#server/http/request.ts'
import { MINUTE_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import { keyedHash } from '#server/storage/site-secret.ts'

/**
 * The bot check that needs no third party: the visitor's browser solves a small proof of work
 * (ALTCHA, https://altcha.org). Each try costs this many PBKDF2 rounds, a fraction of a millisecond;
 * finding the answer takes some hundred tries.
 */
const ROUNDS = 1_000
const mostTries = () => Number(process.env['PUZZLE_TRIES']) || 400
/** A challenge is valid for this long: it is solved when the form is sent. */
const VALID_MS = 20 * MINUTE_MS
/** Some hundred tries take much less. */
const SOLVING_MS = 5_000

const secrets = async () => ({
  hmacSignatureSecret: await keyedHash('altcha challenge'),
  hmacKeySignatureSecret: await keyedHash('altcha key'),
})

/** A challenge for this number of tries; by default a random one, at least a quarter of the most. */
export const issueChallenge = async (
  action: string,
  tries = randomInt(mostTries(), Math.ceil(mostTries() / 4)),
): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: tries,
    data: { action },
    deriveKey,
    expiresAt: new Date(Date.now() + VALID_MS),
    ...(await secrets()),
  })

/** What a browser sends after it has solved a challenge. */
export async function solve(challenge: object): Promise<string> {
  // The library throws at anything that is no challenge.
  const solution = await solveChallenge({
    challenge: challenge as Challenge,
    deriveKey,
    timeout: SOLVING_MS,
  })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

export type Proof = { nonce: string; expiresAt: number }

/** The proof in this token, if it is valid for this action now; it may be spent already. */
export async function proofIn(token: string, action: string): Promise<Proof | null> {
  const payload = decode(token)
  if (payload?.challenge.parameters.data?.['action'] !== action) return null
  const options = { ...payload, deriveKey, ...(await secrets()) }
  // The library throws at some values that no browser of ours sends.
  const { verified } = await verifySolution(options).catch(() => ({ verified: false }))
  if (!verified) return null
  const { nonce, expiresAt } = payload.challenge.parameters
  return { nonce, expiresAt: Number(expiresAt) }
}

/** Spends a proof on this attempt; false if another attempt has spent it. */
export async function spendProof({ nonce, expiresAt }: Proof, attempt: string): Promise<boolean> {
  const outcome = await kv.create(`nonce/${idPrefixAt(expiresAt * 1_000)}-${nonce}`, attempt)
  return outcome === 'created' || outcome.value === attempt
}

type Payload = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>

/** What the browser sent, without other properties; null if it has another shape. */
function decode(token: string): Payload | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
    return isPayload(payload) ? { challenge: payload.challenge, solution: payload.solution } : null
  } catch {
    return null
  }
}

const isPayload = (value: unknown): value is Payload =>
  isObject(value) &&
  isObject(value['solution']) &&
  isObject(value['challenge']) &&
  isObject(value['challenge']['parameters'])
