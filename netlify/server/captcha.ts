import type { Form } from '#forms/form.ts'
import { isSolved } from './altcha.ts'
import { HttpError } from './http.ts'

/** Longest token that is looked at, in characters. */
const TOKEN_CAP = 4_096

/** 400 unless the token shows that a person's browser made this attempt at this form. */
export async function requireHuman(token: unknown, form: Form, attempt: string): Promise<void> {
  const isToken = typeof token === 'string' && token !== '' && token.length <= TOKEN_CAP
  if (isToken && (await isSolved(token, form.captchaAction, attempt))) return
  throw new HttpError(400, form.failure)
}
