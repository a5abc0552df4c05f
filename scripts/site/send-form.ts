import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Form } from '#forms/form.ts'

/** Values by field name. */
export type Typed = Record<string, unknown>

/**
 * Sends a form with a solved bot check; returns the record's id, or throws what the site answered.
 */
export async function sendForm(siteUrl: string, form: Form, typed: Typed): Promise<string> {
  const query = `challenge?action=${form.captchaAction}`
  const challenge = (await (await fetch(`${siteUrl}/api/forms/${query}`)).json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const captchaToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const answer = await fetch(`${siteUrl}/api/forms/${form.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...typed, captchaToken }),
  })
  if (!answer.ok) throw new Error(`${form.noun} refused: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}
