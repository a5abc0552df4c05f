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
      request.onerror = () => reject(new TypeError('The connection broke.'))
      request.onabort = () => reject(new DOMException('The call was ended.', 'AbortError'))
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
