const TIME_OUT_MS = 10_000

/**
 * A call that failed. Its message may be shown to a person. `status` is the HTTP status (408 for a
 * time-out) and `body` the JSON answer.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: unknown
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, body?: unknown, headers?: Headers) {
    super(message)
    this.status = status
    this.body = body
    this.requestId = headers?.get('x-request-id') ?? undefined
    this.retryAfterSeconds = Number(headers?.get('retry-after')) || undefined
  }
}

/** By default a call is a POST without a body. */
export type CallOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  timeOutMs?: number
  /** Replaces the browser's own fetch. */
  fetch?: (path: string, init: RequestInit) => Promise<Response>
}

/**
 * Calls the site's own functions. Resolves to the JSON answer, or to undefined for another content
 * type. Throws ApiError for every failure and for a time-out (408). Throws the error of fetch if
 * the network fails.
 */
export async function call(path: string, options: CallOptions = {}): Promise<unknown> {
  const { method = 'POST', body, headers, timeOutMs = TIME_OUT_MS, fetch: send = fetch } = options
  const signal = AbortSignal.timeout(timeOutMs)
  try {
    const response = await send(path, {
      method,
      signal,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await readJson(response)
    if (response.ok) return answer
    const words = messageIn(answer) ?? statusWords(response)
    throw new ApiError(response.status, words, answer, response.headers)
  } catch (error) {
    if (signal.aborted) throw new ApiError(408, 'Request timed out. Please try again.')
    throw error
  }
}

/** The JSON answer, if its content type says so. Throws if the body is cut off, as fetch does. */
async function readJson(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.includes('json')) return undefined
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// HTTP/2 has no status text.
const statusWords = (response: Response) => response.statusText.trim() || 'Unexpected server error'

/** The error text of an answer. The caller chooses the words if it is empty. */
export function messageIn(answer: unknown): string | undefined {
  const isObject = typeof answer === 'object' && answer !== null
  return isObject && 'error' in answer && typeof answer.error === 'string'
    ? answer.error.trim()
    : undefined
}
