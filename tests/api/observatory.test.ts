import { beforeAll, expect, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { forms } from '#forms/index.ts'
import { observe } from '../observatory.ts'
import { addresses, call } from './addresses.ts'
import { answersTo } from './answers.ts'
import { admin, ownPage, send, useStudio } from './studio.ts'

useStudio()

const paths = [...addresses, ...forms.map(({ name }) => `/api/forms/${name}`)]
const BEST = { score: 130, failed: [] }

const ask = (path: string, headers: Record<string, string> = {}) =>
  call(new Request(`https://studio.example${path}`, { headers }))

const signIn = () =>
  call(
    new Request('https://studio.example/api/admin/login', {
      method: 'POST',
      headers: { ...ownPage, 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    }),
  )

const session: Record<string, string> = { ...ownPage }
beforeAll(async () => {
  session['cookie'] = (await signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? ''
})

test.each(paths)('%s answers strangers with the best headers', async (path) => {
  expect(await observe(await ask(path))).toEqual(BEST)
})

test.each(paths)('%s answers the admin with the best headers', async (path) => {
  expect(await observe(await ask(path, session))).toEqual(BEST)
})

test('a resume comes with the best headers, as a download and in a frame', async () => {
  const { id } = (await (await send(careers, await answersTo(careers))).json()) as { id: string }
  const path = `/api/admin/career-applications/${id}/resume`
  const answer = await ask(path, session)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(await observe(answer)).toEqual(BEST)
  expect(await observe(await ask(path, { ...session, 'sec-fetch-dest': 'iframe' }))).toEqual(BEST)
})

test('the session cookie adds five points', async () => {
  expect(await observe(await signIn())).toEqual({ ...BEST, score: 135 })
})

// Weaker headers must give a lower score.
test.each([
  ['a cookie over http', 'set-cookie', '; Secure', 125],
  ['a cookie from other sites', 'set-cookie', /; SameSite=Strict/i, 130],
  ['no policy', 'content-security-policy', /.+/, 55],
  ['use by other sites', 'cross-origin-resource-policy', /.+/, 125],
  ['guessed types', 'x-content-type-options', /.+/, 130],
])('the score shows %s', async (_, name, part, score) => {
  const { body, headers } = await signIn()
  const cookies = headers.getSetCookie()
  const values = name === 'set-cookie' ? cookies : [headers.get(name) ?? '']
  headers.delete(name)
  for (const value of values) headers.append(name, value.replace(part, ''))
  expect(await observe(new Response(body, { headers }))).toMatchObject({ score })
})
