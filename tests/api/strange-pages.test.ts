import { expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import * as kv from '#server/storage/kv.ts'
import { requestName } from '../request-name.ts'
import { answersTo } from './answers.ts'
import { askAdmin, reads } from './staff.ts'
import {
  admin,
  askPeople,
  askSession,
  cookieOf,
  interceptStorage,
  ownPage,
  send,
  signIn,
  useStudio,
} from './studio.ts'

/** A proxy that answers for the store with a page of its own, under 200: neither a file nor a yes. */

useStudio()

const page = () =>
  new Response('<html>Sign in to the wifi</html>', { headers: { 'content-type': 'text/html' } })

/** The first requests of this name, as many as `times`, get that page. */
function strange(start: string, times: number) {
  let count = 0
  return interceptStorage(
    (storage) => async (input, init) =>
      requestName(input, init).startsWith(start) && ++count <= times
        ? page()
        : storage(input, init),
  )
}

test.each([
  [1, 200],
  [Infinity, 503],
])('a logout answered by %d pages is %d, and never says what is not so', async (times, status) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const cookie = cookieOf(await askSession('login', { body: admin }))
  const logout = async () =>
    (await askSession('logout', { headers: { cookie, ...ownPage } })).status
  const putBack = strange('put session/', times)
  expect(await logout()).toBe(status)
  putBack()
  expect(await reads(cookie)).toBe(status === 200 ? 401 : 200)
  expect([await logout(), await reads(cookie)]).toEqual([200, 401])
})

test('no such page is handed out as a resume, nor kept in a backup', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const email = 'page@resume.example'
  const answers: Record<string, unknown> = { ...(await answersTo(careers)), email }
  await send(careers, answers)
  const { cookie } = await signIn()
  const [key = ''] = (await kv.list('file/career-applications/')).filter(
    (one) => !one.endsWith('-'),
  )
  const path = `store/file?key=${encodeURIComponent(key)}`
  const ask = () => askAdmin(path, { method: 'GET', cookie })
  const before = await (await ask()).text()
  const exportOf = () => askPeople({ email }, 'export', { headers: { ...ownPage, cookie } })
  const whole = { items: [{ resumeFileBase64: answers['resumeFileBase64'] }] }
  const once = strange('get file/', 1)
  expect(await (await ask()).text()).toBe(before)
  once()
  const onceMore = strange('get file/', 1)
  expect(await (await exportOf()).json()).toMatchObject(whole)
  onceMore()
  const always = strange('get file/', Infinity)
  expect([(await ask()).status, (await exportOf()).status]).toEqual([503, 503])
  always()
})

test('a marker that such a page took is written again', async () => {
  const putBack = strange('put waiting/', 1)
  await kv.put('waiting/contact-submissions/one', null)
  putBack()
  expect(await kv.get('waiting/contact-submissions/one')).toMatchObject({ value: null })
})
