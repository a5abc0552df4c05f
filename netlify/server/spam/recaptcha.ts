import { recaptchaOrigin } from '#forms/bot-check.ts'
import { pauseBudget } from '#server/storage/request-context.ts'

/** Google's bot check (reCAPTCHA v3). It answers only once for each token. */

const TIME_OUT_MS = 2_500
/** A token is minted when the form is sent, so an older one was kept for another use. */
const LONGEST_AGE_MS = 120_000
/** From 0, a machine, to 1, a person; Google advises this threshold to begin with. */
const LOWEST_SCORE = 0.5

/** Codes about the token. All others are about our settings or the provider. */
const TOKENS_FAULT = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate']

export type Verdict = 'passed' | 'refused' | 'low score' | 'bot check unavailable'

/** https://developers.google.com/recaptcha/docs/v3 */
type ProviderAnswer =
  | { success: true; score: number; action: string; hostname: string; challenge_ts: string }
  | { success: false; 'error-codes': string[] }

/** Judges a token that should come from this form's page on this host. */
export async function verdictOn(
  token: string,
  secret: string,
  expected: { action: string; hostname: string },
): Promise<Verdict> {
  try {
    const answer = await pauseBudget(() => ask(token, secret))
    return judge(answer, expected)
  } catch (error) {
    // Only the kind of a failed fetch matters.
    const why = error instanceof Unusable ? error.message : error instanceof Error ? error.name : ''
    console.error(`reCAPTCHA gave no verdict (${why}). The submission is held.`)
    return 'bot check unavailable'
  }
}

async function ask(token: string, secret: string): Promise<ProviderAnswer> {
  const response = await fetch(`${recaptchaOrigin(process.env)}/recaptcha/api/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token }),
    signal: AbortSignal.timeout(TIME_OUT_MS),
    // The secret must not go anywhere else.
    redirect: 'error',
  })
  if (!response.ok) throw new Unusable(`status ${response.status}`)
  const answer: unknown = await response.json()
  if (!isAnswer(answer)) throw new Unusable('an answer that is not reCAPTCHA v3’s')
  return answer
}

function judge(answer: ProviderAnswer, expected: { action: string; hostname: string }): Verdict {
  if (!answer.success) {
    const codes = answer['error-codes']
    if (codes.length > 0 && codes.every((code) => TOKENS_FAULT.includes(code))) return 'refused'
    throw new Unusable(codes.join(', '))
  }
  const isOurs = answer.action === expected.action && answer.hostname === expected.hostname
  const isFresh = Date.now() - Date.parse(answer.challenge_ts) <= LONGEST_AGE_MS
  if (!isOurs || !isFresh) return 'refused'
  return answer.score < LOWEST_SCORE ? 'low score' : 'passed'
}

/** The provider answered, but said nothing about the token. */
class Unusable extends Error {
  override name = 'Unusable'
}

function isAnswer(value: unknown): value is ProviderAnswer {
  if (typeof value !== 'object' || value === null || !('success' in value)) return false
  const said: Record<string, unknown> = { ...value }
  if (said['success'] !== true) return Array.isArray(said['error-codes'])
  return (
    typeof said['score'] === 'number' &&
    typeof said['action'] === 'string' &&
    typeof said['hostname'] === 'string' &&
    !Number.isNaN(Date.parse(String(said['challenge_ts'])))
  )
}
