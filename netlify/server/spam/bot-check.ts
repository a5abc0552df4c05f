import type { Form } from '#forms/form.ts'
import { isSolved } from './altcha.ts'
import { HttpError } from '#server/http/http-error.ts'
import { verdictOn, type Verdict } from './recaptcha.ts'

/** Longest token that is looked at, in characters. */
const TOKEN_CAP = 4_096

/**
 * 400 unless the token shows that a person's browser made this attempt at this form on this host.
 * Where that can't be told for sure, the answer is the reason to hold the submission back.
 */
export async function requireHuman(
  token: unknown,
  form: Form,
  attempt: string,
  hostname: string,
): Promise<string[]> {
  const isToken = typeof token === 'string' && token !== '' && token.length <= TOKEN_CAP
  const verdict = isToken ? await check(token, form.captchaAction, attempt, hostname) : 'refused'
  if (verdict === 'refused') throw new HttpError(400, form.failure)
  return verdict === 'passed' ? [] : [verdict]
}

/**
 * Which bot check counts is a setting, but which one a browser ran was settled when its page was
 * built. Where the two differ, be it for an open tab or for a mistake of ours, nobody is refused.
 */
async function check(
  token: string,
  action: string,
  attempt: string,
  hostname: string,
): Promise<Verdict | 'other bot check'> {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secret } = process.env
  const solved = await isSolved(token, action, attempt)
  if (siteKey && secret) {
    return solved ? 'other bot check' : verdictOn(token, secret, { action, hostname })
  }
  if (!siteKey && !secret) return solved ? 'passed' : 'refused'
  const missing = siteKey ? 'RECAPTCHA_SECRET_KEY' : 'RECAPTCHA_SITE_KEY'
  console.error(`reCAPTCHA is half configured: set ${missing} too. What it checked is held.`)
  return solved ? 'passed' : 'bot check unavailable'
}
