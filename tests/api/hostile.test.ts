import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forms } from '#forms/index.ts'
import { callContext } from '#local/functions/context.ts'
import { findRoute, loadFunctions } from '#local/functions/load.ts'
import { runs } from '../runs.ts'
import { body, headers, pathPart, query, value } from './hostile.ts'
import { answersTo } from './answers.ts'
import {
  admin as credentials,
  askForm,
  askRecords,
  askSession,
  origin,
  ownPage,
  send,
  sendMessage,
  token,
  useStudio,
} from './studio.ts'

useStudio()

const routes = await loadFunctions('netlify/functions')
const paths = [...new Set(routes.map(({ path }) => path))]

/** Number of requests to each address. */
const TRIES = runs(300, 10_000)
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

/** A known browser's cookie, so that strangers cannot lock it out. Hostile requests lack it. */
let device = ''
async function signIn(): Promise<{ cookie: string }> {
  const headers = { ...ownPage, cookie: device }
  const answer = await askSession('login', { headers, body: credentials })
  expect(answer.status).toBe(200)
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const isDevice = (cookie: string) => cookie.includes('device=')
  device = cookies.find(isDevice) ?? device
  return { cookie: cookies.filter((one) => !isDevice(one)).join('; ') }
}

let admin = ''
beforeAll(async () => {
  console.log(`SEED=${SEED} repeats these requests.`)
  await sendMessage()
  await signIn()
})
afterAll(() => {
  admin = ''
})

/** The path with hostile text in its placeholders. */
const spelled = (path: string) =>
  fc.tuple(pathPart, fc.nat()).map(([part, which]) =>
    path
      .replace(/\{|\}\?/g, '')
      .replace(/:\w+\(([^)]*)\)/g, (_, options: string) => {
        const all = options.split('|')
        return all[which % all.length] ?? ''
      })
      .replace(/:\w+|\*/g, () => part),
  )

const GIVEN_AWAY = /node_modules|\.ts\b|\n\s+at |TypeError|RangeError|SyntaxError/

type Sent = [path: string, method: string, query: string, asAdmin: boolean]

async function ask(
  [path, method, search, asAdmin]: Sent,
  sent: Record<string, string>,
  content: BodyInit | undefined,
) {
  const url = new URL(`${path}?${search}`, origin)
  const match = findRoute(routes, method, url)
  if (!match) return undefined
  if (asAdmin) admin ||= (await signIn()).cookie
  const mayHaveBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(url, {
    method,
    headers: { ...sent, ...(asAdmin && { cookie: admin }) },
    body: mayHaveBody ? (content ?? null) : null,
  })
  const context = callContext({ ip: '203.0.113.7', params: match.params, url })
  const answer = await match.route.handler(request, context)
  // The request may have ended the session.
  if (asAdmin && (answer.status === 401 || answer.headers.has('set-cookie'))) admin = ''
  return answer
}

test.each(paths)('no request to %s causes a server error', async (path) => {
  const sent = fc.tuple(spelled(path), fc.constantFrom(...METHODS), query, fc.boolean())
  await fc.assert(
    fc.asyncProperty(sent, headers, body, async (one, given, content) => {
      const answer = await ask(one, given, content)
      if (!answer) return
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(500)
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      if (answer.status >= 400) {
        expect(answer.headers.get('content-type')).toBe('application/json')
        expect(text).not.toMatch(GIVEN_AWAY)
        const said = JSON.parse(text) as { error: unknown }
        expect(said.error).toEqual(expect.any(String))
      }
    }),
    { numRuns: TRIES, seed: SEED },
  )
})

test.each(forms)('$noun with one hostile answer is stored or refused', async (form) => {
  const right: Record<string, unknown> = await answersTo(form)
  const names = Object.keys({ ...right, honeypot: '', [`${form.name}X`]: '' })
  const changed = fc.record({ name: fc.constantFrom(...names), value })
  await fc.assert(
    fc.asyncProperty(changed, async ({ name, value }) => {
      const email = `${randomUUID()}@hostile.test`
      const answer = await send(form, { ...right, email, [name]: value })
      expect([200, 201, 400, 413, 422]).toContain(answer.status)
    }),
    { numRuns: runs(60, 10_000), seed: SEED },
  )
  const list = await signIn().then((headers) =>
    askRecords(`${form.collection}?limit=200`, { headers }),
  )
  if (!form.splitBy) expect(list.status).toBe(200)
})

test.each(forms)('$noun with the deepest nesting of a body is stored or refused', async (form) => {
  const right: Record<string, unknown> = await answersTo(form)
  const MARK = 'deep'
  const depth = 25_000
  for (const name of ['honeypot', 'captchaToken', ...Object.keys(right)]) {
    const { [name]: _, ...others } = right
    const email = `${randomUUID()}@hostile.test`
    const captchaToken = await token(form.captchaAction)
    const all = { captchaToken, ...others, email, [name]: MARK }
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const answer = await askForm(form.name, {
      body: JSON.stringify(all).replace(`"${MARK}"`, deep),
    })
    expect([201, 400, 422], name).toContain(answer.status)
  }
})
