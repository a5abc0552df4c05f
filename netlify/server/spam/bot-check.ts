import type { Form } from '#forms/form.ts'
import { HttpError } from '#server/http/answers.ts'
import { proofIn, spendProof, type Proof } from './altcha.ts'
import { verdictOn, type Verdict } from './recaptcha.ts'

/** The text of both bot checks' tokens. Longer ones are not read. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/

/** A token that may be spent: a valid proof of work, or one that only Google can judge. */
type Checked = { form: Form } & ({ proof: Proof } | { token: string; hostname: string })

/** Null if the token can't be valid. It asks storage for the site's secret only, and not Google. */
export async function verifyToken(token: unknown, form: Form, hostname: string) {
  if (typeof token !== 'string' || !TOKEN.test(token)) return null
  const proof = await proofIn(token, form.captchaAction)
  if (proof) return { form, proof }
  const { siteKey, secret } = recaptchaKeys()
  return siteKey || secret ? { form, token, hostname } : null
}

/**
 * Spends a verified token on this attempt: 400 if another attempt has spent it, or Google refuses it.
 * If that is not certain, it returns the reason to hold the submission.
 */
export async function spend(checked: Checked, attempt: string): Promise<string[]> {
  const verdict = await verdictFor(checked, attempt)
  if (verdict === 'refused') throw refusedToken(checked.form)
  return verdict === 'passed' ? [] : [verdict]
}

/** Why submissions are held although they pass their bot check; spends no token. */
export async function faultsOfBotCheck(form: Form, hostname: string): Promise<string[]> {
  const { siteKey, secret } = recaptchaKeys()
  if (!siteKey && !secret) return []
  // Google refuses an invented token, if it can be reached and knows our secret.
  const verdict = await verdictFor({ form, token: 'invented', hostname }, '')
  return verdict === 'refused' ? [] : [verdict]
}

/** Holds the submission of a page that was built for the other bot check, such as an open tab. */
async function verdictFor(checked: Checked, attempt: string): Promise<Verdict | 'other bot check'> {
  const { siteKey, secret } = recaptchaKeys()
  if (Boolean(siteKey) !== Boolean(secret)) {
    const missing = siteKey ? 'RECAPTCHA_SECRET_KEY' : 'RECAPTCHA_SITE_KEY'
    console.error(`reCAPTCHA is half configured: set ${missing} too. What it checked is held.`)
  }
  if ('proof' in checked) {
    if (!(await spendProof(checked.proof, attempt))) return 'refused'
    return siteKey && secret ? 'other bot check' : 'passed'
  }
  const { token, hostname, form } = checked
  if (!siteKey || !secret) return 'bot check unavailable'
  return verdictOn(token, secret, { action: form.captchaAction, hostname })
}

const recaptchaKeys = () => {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secret } = process.env
  return { siteKey, secret }
}

export const refusedToken = (form: Form) => new HttpError(400, form.failure)
