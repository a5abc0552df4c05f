import { hash, randomUUID } from 'node:crypto'
import type { Config, Context } from '@netlify/functions'
import { careers } from '#forms/careers.ts'
import { check, reviewFields } from '#forms/judging/check.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { asCanary, canary, CANARY_SIGNAL, SIGNATURE } from '#server/canary/canary.ts'
import { issueChallenge } from '#server/spam/altcha.ts'
import { NO_FILE, resumeNotKept } from '#forms/resume.ts'
import { replyDueHeader } from '#promises/due-in-words.ts'
import { REPLY_DUE } from '#promises/reply-due.ts'
import { readStudio, replyDueOf } from '#server/content/studio.ts'
import { faultsOfBotCheck, refusedToken, spend, verifyToken } from '#server/spam/bot-check.ts'
import { answerNatively } from '#server/native/answer-natively.ts'
import { nativeKey, isFormBody } from '#server/native/read-native.ts'
import { withOpenChoices } from '#server/content/offered.ts'
import { countVisit, requireFewRepeats, signalsOf } from '#server/spam/signals.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { logFailure } from '#server/http/log.ts'
import { respond } from '#server/http/respond.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { readJson, refuseCrossSite, requireMethod } from '#server/http/request.ts'
import { hasRoomForFile, RESUME, resumeIn } from '#server/submissions/resume.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { NO_BOT_CHECK } from '#server/notifications/no-bot-check.ts'
import type { Noted } from '#server/storage/sliding-window.ts'
import {
  attemptStatus,
  enqueueStored,
  storeSubmission,
} from '#server/submissions/store-submission.ts'
import { attemptHash, attemptKey, requireSame, type Claim } from '#server/submissions/claim.ts'

export default respond('forms', answer, { isVisitors: true })

async function answer(request: Request, context: Context): Promise<Response> {
  const name = context.params['form']
  if (name === 'challenge') return challenge(request)
  const form = forms.find((one) => one.name === name)
  if (!form) throw new HttpError(404, 'There is no such form.')
  requireMethod(request, 'POST')
  // A browser that runs no script sends the form's own body.
  if (isFormBody(request)) {
    return answerNatively(request, form, (typed) => {
      const findKey = () => nativeKey(form, typed)
      return receive(form, { typed, findKey, isNative: true }, context).catch(inWordsOf(form))
    })
  }
  refuseCrossSite(request)
  const key = attemptKey(request)
  const typed = await readJson(request, form.bodyLimitBytes, { asBytes: RESUME })
  // The site's own daily message has a signature, and is stored in a list of its own.
  return asCanary(form, key, request.headers.get(SIGNATURE))
    .then((one) => receive(one, { typed, findKey: () => key }, context))
    .catch(inWordsOf(form))
}

type Sent = {
  typed: Readonly<Record<string, unknown>>
  /** Called for good answers only: without script it takes storage requests. */
  findKey: () => Promise<string> | string | null
  /** A browser sent it without script, so without a bot check. */
  isNative?: true
}

async function receive(
  form: Form,
  { typed, findKey, isNative }: Sent,
  context: Context,
): Promise<Response> {
  // With the choices that the content offers now: open roles, apps.
  const { answers, errors } = check(await withOpenChoices(form), typed)
  if (errors) throw new HttpError(422, reviewFields, { fields: errors })
  // Anything but text is ignored.
  const honeypot = typeof typed['honeypot'] === 'string' ? typed['honeypot'] : undefined
  // The form's one list; a waitlist has one for each app.
  const collection = collectionOf(form, answers)
  const key = await findKey()
  const attempt = await attemptHash(form, key ?? randomUUID())
  // This comes before all costly work: no file is decoded yet, and a new instance reads the site's
  // secret only. `token` is null if it solves no puzzle that was set for this form in the last 20
  // minutes; one that only Google can judge passes, until it is spent. Only a known attempt may come
  // again without a valid token.
  const token = isNative
    ? 'not asked for'
    : await verifyToken(typed['captchaToken'], form, context.url.hostname)
  if (!token && !(key && (await attemptStatus(collection, attempt)))) throw refusedToken(form)
  const file = form === careers ? resumeIn(typed, answers) : undefined
  const digest = await keyedHash('answers', JSON.stringify([answers, honeypot, sumOf(file)]))
  /** Finds the earlier attempt, and spends the token unless that one is stored. */
  async function admit() {
    const prior = await attemptStatus(collection, attempt)
    if (prior) {
      await requireFewRepeats(form, attempt)
      requireSame(prior.claim, digest)
    }
    if (prior?.record === 'stored') return { prior, reasons: [] }
    if (token === 'not asked for') return { prior, reasons: [NO_BOT_CHECK] }
    if (!token) throw refusedToken(form)
    // 400 if another attempt has spent it; else the reason to hold the submission, if any.
    if (form !== canary) return { prior, reasons: await spend(token, attempt) }
    return {
      prior,
      reasons: [CANARY_SIGNAL, ...(await faultsOfBotCheck(form, context.url.hostname))],
    }
  }
  const [{ prior, reasons }, visit] = await bothOrNone(
    admit(),
    // The attempts of its network in ten minutes, this one included.
    countVisit(form, attempt, context.ip),
  )
  if (prior?.record === 'stored') {
    await enqueueStored(collection, prior.claim)
    return stored(form, prior.claim)
  }
  // 503 for a flood beyond what is held.
  const seen = signalsOf(form, { honeypot, key, visit })
  // An earlier try has asked already, and the signals of its claim say the answer.
  const isDecided = prior?.record === 'missing'
  const isKept = isDecided || !file || (await hasRoomForFile(attempt, file.byteLength))
  const signals = [...reasons, ...seen, ...(isKept ? [] : [NO_FILE])]
  const received = { answers, digest, signals, file }
  const { isDuplicate, ...claim } = await storeSubmission(collection, attempt, prior, received)
  requireSame(claim, digest)
  return isDuplicate ? json({ ok: true, duplicate: true }) : stored(form, claim)
}

/** Waits for both. A refused submission does not count as a visit. */
async function bothOrNone<T>(admitted: Promise<T>, counted: Promise<Noted>): Promise<[T, Noted]> {
  const [{ status }, visit] = await Promise.allSettled([admitted, counted])
  if (status === 'rejected' && visit.status === 'fulfilled') {
    await visit.value.forget().catch(() => undefined)
  }
  return Promise.all([admitted, counted])
}

/** The answer, the same for each repeat; one that comes too late promises no moment. */
async function stored(form: Form, { id, signals }: Pick<Claim, 'id' | 'signals'>) {
  const notice = signals.includes(NO_FILE) && resumeNotKept((await readStudio()).email)
  const more = { ...(form.unique && { duplicate: false }), ...(notice && { notice }) }
  const due = await replyDueOf(form, createdAtOf(id))
  const isAhead = due !== null && due.at > Date.now()
  return json({ ok: true, id, ...more }, 201, isAhead ? { [REPLY_DUE]: replyDueHeader(due) } : {})
}

const sumOf = (file: ArrayBuffer | undefined) => file && hash('sha256', Buffer.from(file))

/** Words an outage as the form does. */
const inWordsOf = (form: Form) => (error: unknown) => {
  if (!(error instanceof StorageDown)) throw error
  logFailure(error)
  throw new HttpError(503, form.failure)
}

async function challenge(request: Request): Promise<Response> {
  requireMethod(request, 'GET')
  const action = new URL(request.url).searchParams.get('action')
  const form = forms.find((one) => one.captchaAction === action)
  if (!form) throw new HttpError(404, 'There is no such form.')
  return json(await issueChallenge(form.captchaAction))
}

// More than an office of people sends; the platform refuses the rest.
export const config: Config = {
  path: '/api/forms/:form',
  excludedPath: ['/api/forms/waitlist'],
  rateLimit: { windowLimit: 300, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
