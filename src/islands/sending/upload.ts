import { reviewFields } from '#forms/judging/check.ts'
import { resumeWords } from '#forms/resume.ts'
import { ApiError } from '../../api/call.ts'

/**
 * The bytes of the form's file as base64, under the name they are sent by; undefined without a
 * file. Throws ApiError with an error for the field if the file can't be read.
 */
export async function fileAsBase64(
  element: HTMLFormElement,
): Promise<Record<string, string> | undefined> {
  const { name = '', files } = element.querySelector<HTMLInputElement>('[type=file]') ?? {}
  const file = files?.[0]
  if (!file) return undefined
  try {
    return { [`${name}Base64`]: await base64Of(file) }
  } catch {
    // The same shape as an error from the server.
    const fields = { [name]: resumeWords.unreadable }
    throw new ApiError(0, reviewFields, { fields })
  }
}

function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => {
    // readAsDataURL gives a string: a data URL, with the base64 after its comma.
    const url = reader.result as string
    resolve(url.slice(url.indexOf(',') + 1))
  }
  reader.onerror = () => reject(reader.error ?? new Error(resumeWords.unreadable))
  reader.readAsDataURL(file)
  return promise
}

/**
 * A fetch for large bodies that reports the share sent, from 0 to 1. Only XMLHttpRequest can do
 * this in every browser.
 */
export const fetchWithProgress =
  (onProgress: (share: number) => void) =>
  (path: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, path)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(answerOf(request))
      // After an abort its signal says why.
      request.onerror = request.onabort = reject
      signal?.addEventListener('abort', () => request.abort())
      // No caller sends a stream.
      request.send(body as XMLHttpRequestBodyInit)
    })

function answerOf(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request
  const type = request.getResponseHeader('content-type') ?? ''
  return new Response(responseText || null, {
    status,
    statusText,
    headers: { 'content-type': type },
  })
}
