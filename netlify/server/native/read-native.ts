import { createHash } from 'node:crypto'
import type { Form } from '#forms/form.ts'
import { honeypotText, typedIn } from '#forms/judging/typed.ts'
import { readForm } from '#server/http/form-body.ts'
import { HOUR_MS } from '#server/storage/durations.ts'
import { attemptHash, findClaim } from '#server/submissions/claim.ts'
import { RESUME } from '#server/submissions/resume.ts'

export type Typed = Readonly<Record<string, unknown>>

/** What a browser sent by itself, under the names that the page's own code uses. */
export async function readNative(request: Request, form: Form): Promise<Typed> {
  const data = await readForm(request, form.bodyLimitBytes)
  const typed = Object.entries(typedIn(form, data)).map(([name, value]) => [name, asTyped(value)])
  const file = [...data.values()].find((value) => value instanceof File)
  return {
    ...(Object.fromEntries(typed) as Typed),
    honeypot: honeypotText(data),
    ...(file && { [RESUME]: await file.arrayBuffer() }),
  }
}

/** A browser sends two characters for a line break, and its page's code gets one. */
const asTyped = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value

/**
 * The key of the attempt: the same form with the same answers within the hour. A reload, a double
 * press, and Back with another press then make one record, also if the hour ends between two, or the
 * clocks of two instances differ.
 */
export async function nativeKey(form: Form, typed: Typed): Promise<string> {
  const { [RESUME]: file, ...texts } = typed
  const hash = createHash('sha256').update(JSON.stringify(texts))
  if (file instanceof ArrayBuffer) hash.update(new Uint8Array(file))
  const answers = hash.digest('hex')
  const hour = Math.floor(Date.now() / HOUR_MS)
  const known = [hour - 1, hour + 1].map(async (near) => {
    const key = `native ${near} ${answers}`
    const claim = { hash: await attemptHash(form, key), name: form.collection }
    return (await findClaim(claim)) && key
  })
  const [before, after] = await Promise.all(known)
  return before ?? after ?? `native ${hour} ${answers}`
}
