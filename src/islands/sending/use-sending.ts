import { useEffect, useRef } from 'react'
import type { Form } from '#forms/form.ts'
import { check, honeypotText, typedIn } from '#forms/judging/check.ts'
import { ApiError, call } from '../../api/call.ts'
import { say, sayIfUpdated } from '../../interaction/ask-updated.ts'
import { REPLY_DUE } from '../../promises/reply-due.ts'
import * as altcha from '../bot-check/altcha.ts'
import { recaptcha } from '../bot-check/recaptcha.ts'
import {
  attemptWith,
  beginAttempt,
  dropDraft,
  restoreDraft,
  saveDraft,
  type Attempt,
} from './draft.ts'
import { fetchWithProgress, fileAsBase64 } from './upload.ts'

/**
 * A form's draft and attempts. Its inputs are uncontrolled, so that text typed before this code
 * arrived is kept.
 */
export function useSending(form: Form) {
  const element = useRef<HTMLFormElement>(null)
  const attempt = useRef<Attempt>(undefined)
  const edits = useRef(0)

  // The first caller restores the draft with its attempt: a key event may come before the effect.
  const attemptOf = (from: HTMLFormElement) => (attempt.current ??= restoreDraft(from))

  useEffect(() => {
    if (element.current) attemptOf(element.current)
  }, [])

  return {
    element,
    keep(from: HTMLFormElement) {
      edits.current++
      saveDraft(from, attemptOf(from))
    },
    /** The answers, or the errors by field. */
    read(from: HTMLFormElement) {
      attemptOf(from)
      return check(form, typedIn(form, new FormData(from)))
    },
    /**
     * Sends the answers and empties the form; throws what `send` throws. If something was typed
     * meanwhile (`isChanged`), the form keeps all it has, as the draft of another message.
     */
    async send(from: HTMLFormElement, answers: object, onProgress: (share: number) => void) {
      const before = edits.current
      const now = (attempt.current = attemptWith(JSON.stringify(answers), attemptOf(from)))
      saveDraft(from, now)
      // The browser asks before it leaves: what is on its way might not arrive.
      const askFirst = (event: Event) => event.preventDefault()
      addEventListener('beforeunload', askFirst)
      try {
        const stored = await send(form, from, { key: now.key, answers }, onProgress)
        const isChanged = edits.current > before
        // A correction began with the message that it corrects.
        attempt.current = beginAttempt(isChanged ? now.began : Date.now())
        if (isChanged) saveDraft(from, attempt.current)
        else {
          from.reset()
          dropDraft(from)
        }
        return { ...stored, isChanged }
      } catch (error) {
        // Another tab has used this key for other answers, so these are a new submission.
        if (explainFailure(form, error).wasSent) {
          saveDraft(from, (attempt.current = beginAttempt(now.began)))
        }
        throw error
      } finally {
        removeEventListener('beforeunload', askFirst)
      }
    },
  }
}

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
async function send(
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
