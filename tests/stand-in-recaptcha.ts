import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * A local server with the protocol of Google's reCAPTCHA v3: two scripts, a frame, single-use
 * tokens and verdicts. Tests set the behaviour of each part.
 * See https://developers.google.com/recaptcha/docs/v3 and …/docs/verify.
 */

type Verdict = {
  success: boolean
  score?: number
  action?: string
  hostname?: string
  challenge_ts?: string
  'error-codes'?: string[]
}

export const siteKey = 'stand-in-site-key'
export const secret = 'stand-in-secret'

export async function startRecaptcha() {
  /** The next verdict of each token. */
  const tokens = new Map<string, Verdict>()
  const asked: string[] = []
  const behaviour = {
    /** Both scripts work; no response; an empty script; only the first script arrives. */
    script: 'works' as 'works' | 'hangs' | 'is empty' | 'is half',
    execute: 'works' as 'works' | 'rejects',
    verdict: 'works' as 'works' | 'status 500' | 'hangs' | 'garbage' | 'another kind' | 'moved',
    score: 0.9,
  }

  function mint(verdict: Partial<Verdict>, token = `03A${randomUUID()}`): string {
    const challenge_ts = new Date().toISOString()
    tokens.set(token, { success: true, score: behaviour.score, challenge_ts, ...verdict })
    return token
  }

  function judge(form: URLSearchParams): Verdict {
    const fail = (code: string): Verdict => ({ success: false, 'error-codes': [code] })
    const token = form.get('response')
    if (!form.get('secret')) return fail('missing-input-secret')
    if (form.get('secret') !== secret) return fail('invalid-input-secret')
    if (!token) return fail('missing-input-response')
    const verdict = tokens.get(token)
    if (!verdict) return fail('invalid-input-response')
    tokens.set(token, fail('timeout-or-duplicate'))
    return verdict
  }

  async function verify(request: IncomingMessage, response: ServerResponse) {
    const type = request.headers['content-type'] ?? ''
    const isForm = type.startsWith('application/x-www-form-urlencoded')
    const form = new URLSearchParams(isForm ? await text(request) : '')
    switch (behaviour.verdict) {
      case 'hangs':
        return
      case 'status 500':
        return response.writeHead(500).end(JSON.stringify(judge(form)))
      case 'garbage':
        return response.end('<h1>Welcome to the hotel’s network</h1>')
      case 'another kind':
        return response.end(JSON.stringify({ ...judge(form), score: undefined }))
      case 'moved':
        return response.writeHead(307, { location: `${origin}/elsewhere` }).end()
      case 'works':
        return response.end(JSON.stringify(judge(form)))
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    asked.push(pathname)
    if (pathname === '/recaptcha/api/siteverify') return verify(request, response)
    response.setHeader('access-control-allow-origin', '*')
    if (pathname === '/recaptcha/api2/anchor') {
      return response.setHeader('content-type', 'text/html').end('<p>Protected by a stand-in')
    }
    if (pathname === '/recaptcha/api2/reload') {
      if (behaviour.execute === 'rejects') return response.writeHead(400).end()
      const { action, hostname } = JSON.parse(await text(request)) as Partial<Verdict>
      return response.end(mint({ ...(action && { action }), ...(hostname && { hostname }) }))
    }
    const isFirst = pathname === '/recaptcha/api.js'
    if (behaviour.script === 'hangs') return
    if (behaviour.script === 'is half' && !isFirst) return request.destroy()
    response.setHeader('content-type', 'text/javascript')
    if (behaviour.script === 'is empty') return response.end('')
    return response.end(isFirst ? firstScript(origin, searchParams) : secondScript(origin))
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    /** The environment variables of a site that uses this server. */
    settings: {
      RECAPTCHA_SITE_KEY: siteKey,
      RECAPTCHA_SECRET_KEY: secret,
      RECAPTCHA_ORIGIN: origin,
    },
    /** The requested paths. */
    asked,
    behaviour,
    /** Makes a token with this verdict, as a browser would get one. */
    mint,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Recaptcha = Awaited<ReturnType<typeof startRecaptcha>>

/** api.js queues callbacks and loads the second script. It uses trusted types only on request. */
const firstScript = (origin: string, query: URLSearchParams) => `(() => {
  const config = (window.___grecaptcha_cfg ??= {})
  ;(config.render ??= []).push(${JSON.stringify(query.get('render'))})
  window.grecaptcha ??= {}
  window.grecaptcha.ready ??= (callback) => void (config.fns ??= []).push(callback)
  const url = '${origin}/recaptcha/releases/1/recaptcha__en.js'
  const policy = ${query.get('trustedtypes') === 'true'} &&
    window.trustedTypes?.createPolicy('recaptcha', { createScriptURL: (own) => own })
  const script = document.createElement('script')
  script.async = true
  script.src = policy ? policy.createScriptURL(url) : url
  document.getElementsByTagName('script')[0].before(script)
})()`

const secondScript = (origin: string) => `(() => {
  const config = window.___grecaptcha_cfg
  const frame = document.createElement('iframe')
  frame.src = '${origin}/recaptcha/api2/anchor'
  frame.style.display = 'none'
  document.body.append(frame)
  window.grecaptcha.execute = async (key, { action }) => {
    if (key !== '${siteKey}' || !config.render.includes(key)) throw Error('Invalid site key')
    const body = JSON.stringify({ action, hostname: location.hostname })
    const answer = await fetch('${origin}/recaptcha/api2/reload', { method: 'POST', body })
    if (!answer.ok) throw null
    return answer.text()
  }
  window.grecaptcha.ready = (callback) => void callback()
  for (const callback of config.fns ?? []) callback()
})()`
