import { beforeAll, expect, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { forms } from '#forms/index.ts'
import { observe, type Served } from '../observatory.ts'
import { addresses, call } from './addresses.ts'
import { answersTo } from './answers.ts'
import { admin, ownPage, send, useStudio } from './studio.ts'

useStudio()

const paths = [...addresses, ...forms.map(({ name }) => `/api/forms/${name}`)]
const BEST = { grade: 'A+', score: 130, failed: [] }

/** The functions, asked by whoever sends these headers. */
const asked =
  (headers: Record<string, string>): Served =>
  (request) =>
    call(new Request(request, { headers }))

/** Signs in, whatever is asked. */
const signingIn: Served = ({ url }) =>
  call(
    new Request(new URL('/api/admin/login', url), {
      method: 'POST',
      headers: { ...ownPage, 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    }),
  )

const session: Record<string, string> = { ...ownPage }
beforeAll(async () => {
  const answer = await signingIn(new Request('https://studio.example/'))
  session['cookie'] = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})

test.each(paths)('%s answers strangers under the best headers', async (path) => {
  expect(await observe(path, asked({}))).toEqual(BEST)
})

test.each(paths)('%s answers the admin under them too', async (path) => {
  expect(await observe(path, asked(session))).toEqual(BEST)
})

test('and a resume, to keep or in a frame', async () => {
  const { id } = (await (await send(careers, await answersTo(careers))).json()) as { id: string }
  const path = `/api/admin/career-applications/${id}/resume`
  const answer = await asked(session)(new Request(`https://studio.example${path}`))
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(await observe(path, asked(session))).toEqual(BEST)
  const frame = { ...session, 'sec-fetch-dest': 'iframe' }
  expect(await observe(path, asked(frame))).toEqual(BEST)
})

test('the session’s cookie earns five points more', async () => {
  expect(await observe('/api/admin/login', signingIn)).toEqual({ ...BEST, score: 135 })
})

/** An answer with something taken out of one header, or of each cookie. */
const without =
  (name: string, part: string | RegExp): Served =>
  async (request) => {
    const answer = await signingIn(request)
    const headers = new Headers(answer.headers)
    headers.delete(name)
    const cookies = answer.headers.getSetCookie()
    const values = name === 'set-cookie' ? cookies : [answer.headers.get(name) ?? '']
    for (const value of values) headers.append(name, value.replace(part, ''))
    return new Response(answer.body, { headers })
  }

// Where one header is weaker than this, the tests above fail.
test.each([
  ['a cookie over http', 'set-cookie', '; Secure', 130],
  ['a cookie from other sites', 'set-cookie', /; SameSite=Strict/i, 130],
  ['no policy', 'content-security-policy', /.+/, 55],
  ['use by other sites', 'cross-origin-resource-policy', /.+/, 125],
  ['guessed types', 'x-content-type-options', /.+/, 130],
])('it would notice %s', async (_, name, part, score) => {
  expect(await observe('/api/admin/login', without(name, part))).toMatchObject({ score })
})
