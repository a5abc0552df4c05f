import { createHash, randomUUID } from 'node:crypto'
import type { Config, Context } from '@netlify/functions'
import { check, reviewFields } from '#forms/judging/check.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { issueChallenge } from '#server/spam/altcha.ts'
import { requireHuman } from '#server/spam/bot-check.ts'
import { asOffered } from '#server/submissions/offered.ts'
import { countVisit, signalsOf } from '#server/spam/signals.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { logFailure } from '#server/http/log.ts'
import { respond, RETRY_SOON } from '#server/http/respond.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { readJson, refuseCrossSite, requireMethod } from '#server/http/request.ts'
import { RESUME, resumeIn } from '#server/submissions/resume.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { oweUnlessTold } from '#server/notifications/outbox/owe.ts'
import { standingOf, storeSubmission } from '#server/submissions/store-submission.ts'

/** Our own pages send a UUIDv7; any printable text tells attempts apart. */
const ATTEMPT_KEY = /^[\x21-\x7e]{1,255}$/

export default respond('forms', answer, { isVisitors: true })

async function answer(request: Request, context: Context): Promise<Response> {
  const name = context.params['form']
  if (name === 'challenge') return challenge(request)
  const form = forms.find((one) => one.name === name)
  if (!form) throw new HttpError(404, 'There is no such form.')
  requireMethod(request, 'POST')
  refuseCrossSite(request)
  const key = attemptKey(request)
  const typed = await readJson(request, form.bodyLimitBytes, { asBytes: RESUME })
  return receive(form, typed, key, context).catch(inWordsOf(form))
}

async function receive(
  form: Form,
  typed: Record<string, unknown>,
  key: string | null,
  context: Context,
): Promise<Response> {
  const { answers, errors } = check(await asOffered(form), typed)
  if (errors) throw new HttpError(422, reviewFields, { fields: errors })
  const file = resumeIn(form, typed, answers)
  const { captchaToken, honeypot } = typed
  const attempt = await keyedHash('attempt', form.name, key ?? randomUUID())
  const digest = await keyedHash('answers', JSON.stringify([answers, honeypot, sumOf(file)]))
  const collection = collectionOf(form, answers)
  /** The bot check is for new ones only: whoever asks again has passed it. */
  async function known() {
    const standing = await standingOf(collection, attempt)
    if (standing) requireSame(standing.claim.digest, digest)
    if (standing?.record === 'stored') return { standing, unsure: [] }
    return {
      standing,
      unsure: await requireHuman(captchaToken, form, attempt, context.url.hostname),
    }
  }
  // Side by side; when the answer is given, neither is under way any more.
  const [looked, counted] = [known(), countVisit(form, attempt, context.ip)]
  const [{ status }, visit] = await Promise.allSettled([looked, counted])
  // What is refused was no submission.
  if (status === 'rejected' && visit.status === 'fulfilled') {
    await visit.value.forget().catch(() => undefined)
  }
  const [{ standing, unsure }, counting] = await Promise.all([looked, counted])
  if (standing?.record === 'stored') {
    // Whoever sent it first may have died before the studio was owed a word of it.
    const { id, signals } = standing.claim
    if (signals.length === 0) await oweUnlessTold({ name: collection.name, id })
    return stored(form, id)
  }
  const signals = [...unsure, ...signalsOf(form, { honeypot, key, visit: counting })]
  const received = { answers, file, digest, signals }
  const claim = await storeSubmission(collection, attempt, standing, received)
  requireSame(claim.digest, digest)
  return claim.isDuplicate ? json({ ok: true, duplicate: true }) : stored(form, claim.id)
}

const stored = (form: Form, id: string) =>
  json({ ok: true, id, ...(form.unique && { duplicate: false }) }, 201)

const sumOf = (file: ArrayBuffer | undefined) =>
  file && createHash('sha256').update(Buffer.from(file)).digest('hex')

function requireSame(claimed: string, digest: string): void {
  if (claimed === digest) return
  throw new HttpError(
    422,
    'This form was already sent with other answers, maybe in another tab. Send it again if you want both.',
  )
}

function attemptKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null || ATTEMPT_KEY.test(key)) return key
  throw new HttpError(400, 'The Idempotency-Key is not printable text of 1 to 255 characters.')
}

/** A visitor reads what went wrong in the form's own words. */
const inWordsOf = (form: Form) => (error: unknown) => {
  if (!(error instanceof StorageDown)) throw error
  logFailure(error)
  throw new HttpError(503, form.failure, { headers: RETRY_SOON })
}

async function challenge(request: Request): Promise<Response> {
  requireMethod(request, 'GET')
  const action = new URL(request.url).searchParams.get('action')
  const form = forms.find((one) => one.captchaAction === action)
  if (!form) throw new HttpError(404, 'There is no such form.')
  return json(await issueChallenge(form.captchaAction))
}

// Far more than an office full of people sends: what is beyond it never reaches storage.
export const config: Config = {
  path: '/api/forms/:form',
  excludedPath: ['/api/forms/waitlist'],
  rateLimit: { windowLimit: 300, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
