import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Form } from '#forms/form.ts'
import type { FormPages } from '#forms/judging/native-form.ts'
import { formPagesOf } from '#publication/build-file.ts'
import { logFailure } from '#server/http/log.ts'
import { refuseCrossSite } from '#server/http/request.ts'
import { answerTo } from '#server/http/respond.ts'
import { withOpenChoices } from '#server/content/offered.ts'
import { readNative, type Typed } from './read-native.ts'

type Receive = (typed: Typed) => Promise<Response>

/**
 * Answers a form that a browser sent without script: 303 to the page that thanks, or a page that
 * says why it was not stored, with the form as it was filled in.
 */
export async function answerNatively(
  request: Request,
  form: Form,
  receive: Receive,
): Promise<Response> {
  let typed: Typed | undefined
  try {
    refuseCrossSite(request)
    typed = await readNative(request, form)
    const answer = await receive(typed)
    const { notice } = (await answer.json()) as { notice?: string }
    return seeOther(`/sent/${form.name}${notice ? '-without-file' : ''}`)
  } catch (error) {
    return refusal(form, typed, answerTo(error))
  }
}

const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })

/** The API's answer as a page. */
async function refusal(form: Form, typed: Typed | undefined, answer: Response): Promise<Response> {
  const { error, fields = {} } = (await answer.json()) as Said
  const retryAfter = answer.headers.get('retry-after')
  const own = {
    'content-type': 'text/html; charset=utf-8',
    // Back shows it again, with what was typed since; "no-store" would forbid that.
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    ...(retryAfter !== null && { 'retry-after': retryAfter }),
  }
  const { status } = answer
  try {
    const [{ render, frame, headers }, offered] = await Promise.all([
      formPages(),
      withOpenChoices(form),
    ])
    const refused = { form: offered, typed, errors: fields, problem: error }
    const page = (await frame()).join(render(refused))
    return new Response(page, { status, headers: { ...headers, ...own } })
  } catch (failure) {
    // The words alone are better than nothing. Back leads to the form, as it was filled in.
    logFailure(failure)
    return new Response(plainPage([error, ...Object.values(fields)]), { status, headers: own })
  }
}

/**
 * The pages with which a form answers where no script runs, as the build has made them. Local
 * servers set FORM_PAGES; a deploy has the file of `dist`. Loaded with the first refused form, so
 * that no other request waits for React.
 */
const formPages = (): Promise<FormPages> => {
  const file = process.env['FORM_PAGES'] || pathToFileURL(resolve(formPagesOf('dist'))).href
  return import(/* @vite-ignore */ file) as Promise<FormPages>
}

type Said = { error: string; fields?: Record<string, string> }

const plainPage = (lines: readonly string[]) =>
  `<!doctype html><html lang="en-GB"><title>${escaped(lines[0] ?? '')}</title>${lines
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')}</html>`

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
