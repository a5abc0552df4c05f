import { hash } from 'node:crypto'
import { json, HttpError } from '#server/http/answers.ts'
import { MINUTE_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import { sealedCookie } from './sealed-cookie.ts'

/** The question that a passkey signs: sealed in a cookie for five minutes, and spent once. */

const LIFE_MS = 5 * MINUTE_MS

/** A challenge to use a passkey makes none, and the other way round. */
type Purpose = 'sign in' | 'make'
type Challenge = { challenge: string; until: number; purpose: Purpose }

const cookie = (request: Request, response?: Response) =>
  sealedCookie<Challenge>('challenge', LIFE_MS / 1_000, request, response)

/** Answers with the options, and keeps their challenge in the browser. */
export async function pose(request: Request, purpose: Purpose, options: { challenge: string }) {
  const response = json(options)
  const { challenge } = options
  const facts: Challenge = { challenge, until: Date.now() + LIFE_MS, purpose }
  await Object.assign(await cookie(request, response), facts).save()
  return response
}

/** The challenge of this request, which is spent now; 401 if it is over or spent. */
export async function spendChallenge(request: Request, wanted: Purpose): Promise<string> {
  const { challenge, until = 0, purpose } = await cookie(request)
  if (!challenge || purpose !== wanted || Date.now() > until) throw refusedPasskey()
  const name = hash('sha256', challenge).slice(0, 32)
  const spent = await kv.create(`nonce/${idPrefixAt(until)}-${name}`, null)
  if (spent !== 'created') throw refusedPasskey()
  return challenge
}

/** The same words for every reason, so that nobody learns which one it was. */
export const refusedPasskey = () => new HttpError(401, 'This passkey was not accepted.')
