import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import * as kv from '#server/storage/kv.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { answersTo } from './answers.ts'
import { applied, good, pdf, upload } from './resumes.ts'
import {
  askRecords,
  askResume,
  crashes,
  dieAt,
  interceptStorage,
  ownPage,
  requestsOf,
  send,
  signIn,
  token,
  useStudio,
} from './studio.ts'

/** After a crash at any step a record and its file both exist, or neither does. */

useStudio()

/** Numbers of requests to storage. */
const DELETE = 31
const APPLICATION = 9

test('the crash tests cover every storage request of an application and of its delete', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const answers = { ...(await answersTo(careers)), ...good }
  const captchaToken = await token(careers.captchaAction)
  let id = ''
  const submit = async () => {
    const answer = await send(careers, { ...answers, captchaToken })
    ;({ id } = (await answer.json()) as { id: string })
  }
  expect(await requestsOf(submit)).toBe(APPLICATION)
  const remove = () => askRecords(`career-applications/${id}`, { method: 'DELETE', headers })
  expect(await requestsOf(remove)).toBe(DELETE)
})

test.each(crashes(DELETE))(
  'a crash $when step $step of a delete leaves no resume behind',
  async ({ step, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const headers = { ...(await signIn()), ...ownPage }
    const id = await applied(good)
    const remove = () => askRecords(`career-applications/${id}`, { method: 'DELETE', headers })
    const revive = dieAt(step, isAfter)
    await remove()
    revive()
    await remove()
    await checkStore({ fix: true })
    expect((await kv.list('file/')).filter((key) => key.endsWith(id))).toEqual([])
    expect((await kv.list('rec/')).filter((key) => key.endsWith(id))).toEqual([])
  },
)

const resumes = () => kv.list(`file/${careers.collection}/`)

test.each([
  ['a check', () => checkStore({ fix: true })],
  ['the housekeeping', () => runHousekeeping()],
])('the resume of the last record goes too, although only %s can erase it', async (_, sweep) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = { ...(await signIn()), ...ownPage }
  for (const key of await kv.list(`rec/${careers.collection}/`)) await kv.remove(key)
  for (const key of await resumes()) await kv.remove(key)
  const id = await applied(good)
  const putBack = interceptStorage((storage) => (input, init) => {
    const isFile = decodeURIComponent(
      input instanceof Request ? input.url : String(input),
    ).includes('/file/')
    return isFile ? Promise.reject(new TypeError('Not now.')) : storage(input, init)
  })
  await askRecords(`career-applications/${id}`, { method: 'DELETE', headers })
  putBack()
  expect(await resumes()).toHaveLength(1)
  await sweep()
  expect(await resumes()).toEqual([])
})

test.each(crashes(APPLICATION))(
  'a crash $when step $step of an application keeps record and file together',
  async ({ step, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const headers = await signIn()
    const key = randomUUID()
    const answers: Record<string, unknown> = { ...(await answersTo(careers)), ...good }
    const captchaToken = await token(careers.captchaAction)
    const revive = dieAt(step, isAfter)
    await send(careers, { ...answers, captchaToken }, key)
    revive()
    const list = async () =>
      (await (await askRecords('career-applications?limit=200', { headers })).json()) as {
        items: { id: string; email: string }[]
      }
    const mine = async () => (await list()).items.filter(({ email }) => email === answers['email'])
    for (const { id } of await mine()) expect((await askResume(id, { headers })).status).toBe(200)
    expect((await send(careers, answers, key)).status).toBe(201)
    expect(await mine()).toHaveLength(1)
    expect((await askResume((await mine())[0]?.id ?? '', { headers })).status).toBe(200)
  },
)

/** The request after which another application has its room in the day, but no record. */
const HAS_ROOM = 6

test.each(crashes(APPLICATION))(
  'a retry after a crash $when step $step, and another’s crash, says what became of the resume',
  async ({ step, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.stubEnv('FILES_A_DAY_MIB', '1')
    for (const key of await kv.list('window/')) await kv.remove(key)
    const answers = { ...(await answersTo(careers)), ...upload(pdf(600 * 1_024)) }
    const [own, others] = [randomUUID(), randomUUID()]
    const captchaTokens = [await token(careers.captchaAction), await token(careers.captchaAction)]
    const revive = dieAt(step, isAfter)
    await send(careers, { ...answers, captchaToken: captchaTokens[0] }, own)
    revive()
    const reviveOther = dieAt(HAS_ROOM, true)
    await send(careers, { ...answers, captchaToken: captchaTokens[1] }, others)
    reviveOther()
    const answer = await send(careers, answers, own)
    const { id, notice } = (await answer.json()) as { id: string; notice?: string }
    const headers = await signIn()
    const isListed = (await askRecords(`career-applications/${id}`, { headers })).status === 200
    const isKept = (await askResume(id, { headers })).status === 200
    expect([isListed, notice === undefined]).toEqual([isKept, isKept])
  },
)
