import type { Form } from '#forms/form.ts'
import { honeypotText } from '#forms/judging/typed.ts'
import { ApiError, call } from '../../api/call.ts'
import { say, sayIfUpdated } from '../../interaction/ask-updated.ts'
import { REPLY_DUE } from '../../promises/reply-due.ts'
import * as altcha from '../bot-check/altcha.ts'
import { recaptcha } from '../bot-check/recaptcha.ts'
import { fetchWithProgress, fileAsBase64 } from './upload.ts'

/** A resume of 4 MB takes a slow connection longer than the usual ten seconds. */
const UPLOAD_TIME_OUT_MS = 60_000

/** The server's answer once a submission is stored. The visitor reads the notice. */
type Stored = { id?: string; duplicate?: boolean; notice?: string }

/**
 * Obtains the bot check's token, bound to the form's action. Throws if it can't get one. The build
 * knows which of the two bot checks the site uses, and leaves out the code of the other.
 */
const obtainToken: (action: string) => Promise<string> = __RECAPTCHA__
  ? recaptcha(__RECAPTCHA__)
  : altcha.obtainToken

/**
 * Sends the form's values, with its file and the bot check's token. Resolves only if the server
 * says that the submission is stored. Throws what `call` throws, or the reason why it could not be
 * sent. `onProgress` gets the sent share of an upload, from 0 to 1.
 */
export async function send(
  form: Form,
  element: HTMLFormElement,
  { key, answers }: { key: string; answers: object },
  onProgress: (share: number) => void,
): Promise<Stored & { due: string | null }> {
  const file = await fileAsBase64(element)
  const captchaToken = await obtainToken(form.captchaAction)
  const honeypot = honeypotText(new FormData(element))
  let due: string | null = null
  const answer = await call(`/api/forms/${form.name}`, {
    body: { ...answers, ...file, ...(honeypot && { honeypot }), captchaToken },
    headers: { 'idempotency-key': key },
    async fetch(path, init) {
      const response = await (file ? fetchWithProgress(onProgress) : fetch)(path, init)
      due = response.headers.get(REPLY_DUE)
      return response
    },
    ...(file && { timeOutMs: UPLOAD_TIME_OUT_MS }),
  })
  if (isStored(answer)) return { ...answer, due }
  throw new Error('The answer names no record.')
}

function isStored(answer: unknown): answer is Stored {
  const { ok, id, duplicate } = (answer ?? {}) as Record<string, unknown>
  return ok === true && (typeof id === 'string' || duplicate === true)
}

/** Why a form was not sent, in words for the visitor. */
type Explained = {
  fields: Record<string, string>
  /** The server's words, if any. */
  words: string
  /** This key was sent before, with other answers. */
  wasSent: boolean
}

export function explainFailure(form: Form, error: unknown): Explained {
  if (!(error instanceof ApiError)) return { fields: {}, words: '', wasSent: false }
  const { status, message, body } = error
  // The functions of this repository and fileAsBase64 use this shape.
  const { error: said, fields } = (body ?? {}) as {
    error?: string
    fields?: Record<string, string>
  }
  // A 429 from the platform's own rate limit has no words for people.
  const hasWords = typeof said === 'string' || (!form.readsErrorOnly && status !== 429)
  return {
    fields: fields ?? {},
    words: hasWords ? message : '',
    wasSent: status === 422 && !fields,
  }
}

/**
 * Says that the page was updated, if that is why the form could not be sent: a refused field that
 * this page does not have, or a file that is gone. Resolves to false if it is not.
 */
export async function sayIfOutdated(
  form: Form,
  element: HTMLFormElement,
  error: unknown,
): Promise<boolean> {
  // An answer comes from the present functions, whatever the page's age.
  if (!(error instanceof ApiError)) return sayIfUpdated()
  const { fields } = explainFailure(form, error)
  const isVisible = (name: string) =>
    element.querySelector(`[name=${CSS.escape(name)}]:not([type=hidden])`) !== null
  if (Object.keys(fields).every(isVisible)) return false
  return say(({ sayUpdated }) => {
    sayUpdated()
    return true
  })
}
