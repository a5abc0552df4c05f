import { timingSafeEqual } from 'node:crypto'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { HttpError } from '#server/http/answers.ts'
import { MINUTE_MS } from '#server/storage/durations.ts'
import { createdAtOf, isId } from '#server/storage/record-id.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { readCheck } from './last-check.ts'

/**
 * The canary is a contact message that the site sends to itself. It goes the way of every message,
 * but into a list of its own, which no list of forms names. So no count, list, search, export or
 * notification can meet it.
 */
export const canary: Form = { ...contact, name: 'canary', collection: 'canary' }

/** Why it is held. */
export const CANARY_SIGNAL = 'canary'
export const SIGNATURE = 'x-canary'

/** It takes seconds; the margin is for clocks that differ. */
const FLIGHT_MS = 10 * MINUTE_MS

/** `key` is the attempt's key. It is used once and holds its time. */
export const sign = (key: string): Promise<string> => keyedHash('canary', key)

/**
 * The form that takes this message: `canary` if its check has sent it. Throws 409 if that check is
 * over: nobody waits for the message. A forged signature costs no storage request.
 */
export async function asCanary(
  form: Form,
  key: string | null,
  signature: string | null,
): Promise<Form> {
  if (form !== contact || !key || !signature || !(await isSigned(key, signature))) return form
  const isYoung = Math.abs(Date.now() - createdAtOf(key)) <= FLIGHT_MS
  const check = isYoung ? await readCheck() : null
  if (check?.isUnderWay && check.key === key) return canary
  throw new HttpError(409, 'This check of the site is over.')
}

async function isSigned(key: string, signature: string): Promise<boolean> {
  if (!isId(key)) return false
  const [given, own] = [Buffer.from(signature), Buffer.from(await sign(key))]
  return given.length === own.length && timingSafeEqual(given, own)
}
