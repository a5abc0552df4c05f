import { timingSafeEqual } from 'node:crypto'
import type { DailyCheck } from '#api/admin-contract.ts'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { HttpError } from '#server/http/answers.ts'
import { HOUR_MS, MINUTE_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, isId, newId } from '#server/storage/record-id.ts'
import { keyedHash } from '#server/storage/site-secret.ts'

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

/** The site's last check of itself. One key has it, so that two runs make it once. */
type Check = {
  /** The key of the canary's attempt, which holds the time of the check. */
  key: string
  isUnderWay: boolean
  /** The keys of earlier checks, which may have died before they erased their canaries. */
  before?: readonly string[]
  passedAt?: string
  /** Why the last finished one failed. */
  why?: string
}

const KEY = 'canary'
/** Just under a day and an hour: the clock comes a little late. */
const PAUSE_MS = { passed: 23 * HOUR_MS, failed: 55 * MINUTE_MS }
/** An unfinished check that is older has crashed. */
const CRASHED_MS = MINUTE_MS
/** A younger check says that the clock runs. */
const LATE_MS = 26 * HOUR_MS

// Only this file writes there.
const readCheck = async (): Promise<Check | null> =>
  ((await kv.get(KEY))?.value ?? null) as Check | null

/** Compares both ways, in case a clock was set back. */
const ageOf = ({ key }: Check) => Math.abs(Date.now() - createdAtOf(key))

/** One that did not end has failed. */
const pauseAfter = ({ isUnderWay, why }: Check) =>
  isUnderWay || why !== undefined ? PAUSE_MS.failed : PAUSE_MS.passed

/** Begins a check if one is due, else null. */
export const beginCheck = (): Promise<Check | null> =>
  kv.change(KEY, (value) => {
    const last = value as Check | undefined
    if (last && ageOf(last) < pauseAfter(last)) return null
    const before = last && [...(last.before ?? []), last.key]
    return { ...last, key: newId(), isUnderWay: true, ...(before && { before }) }
  })

/** `why` is undefined if the check passed. */
export async function endCheck({ key, passedAt }: Check, why: string | undefined): Promise<void> {
  const ended =
    why === undefined
      ? { passedAt: new Date(Date.now()).toISOString() }
      : { why, ...(passedAt !== undefined && { passedAt }) }
  await kv.put(KEY, { key, isUnderWay: false, ...ended })
}

/** When the check last passed, and what is wrong since; null before the first one. */
export async function lastCheck(): Promise<DailyCheck | null> {
  const check = await readCheck()
  return check && { passedAt: check.passedAt ?? null, why: faultOf(check) }
}

function faultOf(check: Check): string | null {
  if (ageOf(check) > LATE_MS) return 'The scheduled function “housekeeping” does not run.'
  if (check.isUnderWay && ageOf(check) > CRASHED_MS) return 'It did not end.'
  return check.why ?? null
}
