import { expect, test, vi } from 'vitest'
import { forgetAll } from '#server/storage/remembered.ts'
import { requestName } from '../request-name.ts'
import { askAdmin } from './staff.ts'
import {
  admin,
  askPeople,
  askSession,
  interceptStorage,
  listMessages,
  ownPage,
  sendMessage,
  signIn,
  useStudio,
} from './studio.ts'

/** A listing that is empty, although keys are there, is an outage: no answer is made of it. */

useStudio()

const email = 'there@empty.example'

/** Answers the listings below this prefix with nothing: the first one, or all of them. */
function emptying(prefix: string, most: number) {
  let lied = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    const isLie = requestName(input, init).startsWith(`get prefix=${prefix}`) && lied < most
    if (isLie) lied++
    return isLie
      ? Promise.resolve(Response.json({ blobs: [], directories: [] }))
      : storage(input, init)
  })
  return () => {
    putBack()
    return lied
  }
}

const list = 'contact-submissions'

test.each([
  ['a backup', 'store/backup', `rec/${list}`],
  ['the log', 'log', 'log/'],
])('%s is not made of an empty listing', async (_, path, prefix) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await sendMessage({ email })
  const { cookie } = await signIn()
  const ask = async () => {
    const answer = await askAdmin(path, { cookie, method: 'GET' })
    return { status: answer.status, text: await answer.text() }
  }
  // The log grows with what is asked.
  const rowsIn = ({ text }: { text: string }) => text.split(email).length
  const before = await ask()
  expect(before.status).toBe(200)
  for (const most of [1, Infinity]) {
    forgetAll()
    const putBack = emptying(prefix, most)
    const during = await ask()
    expect(putBack()).toBeGreaterThan(0)
    if (most === 1 && during.status === 200) expect(rowsIn(during)).toBe(rowsIn(before))
    else expect(during.status).toBe(503)
  }
})

test('an erasure finds all, or says that it could not look', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const mine = 'erased@empty.example'
  await sendMessage({ email: mine })
  const headers = { ...ownPage, ...(await signIn()) }
  forgetAll()
  const putBack = emptying('rec/contact', Infinity)
  expect((await askPeople({ email: mine, confirm: 0 }, 'erase', { headers })).status).toBe(503)
  putBack()
})

test('nobody signs in while the notes of tries are not listed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = emptying('window/login', Infinity)
  const body = { ...admin, password: 'wrong' }
  expect((await askSession('login', { body })).status).toBe(503)
  putBack()
  expect((await askSession('login', { body })).status).toBe(401)
})

/** What the studio sees of its messages. */
const LOOKS = [
  ['a list', list],
  ['a search', `${list}?search=several`],
  ['the counts', 'counts'],
  ['a file', `${list}.csv`],
] as const

test.each(
  LOOKS.flatMap(([name, path]) =>
    ['rec', 'state', 'gone'].map((root) => [name, `${root}/${list}`, path] as const),
  ),
)('%s has what was done lately, though %s is listed empty', async (_, prefix, path) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { cookie } = await signIn()
  for (const one of ['a', 'b', 'c']) await sendMessage({ email: `${one}@several.example` })
  const [answered, deleted] = (await listMessages({ cookie })).items
  await askAdmin(`${list}/${answered?.id}`, { cookie, method: 'PATCH', body: { answered: true } })
  await askAdmin(`${list}/${deleted?.id}`, { cookie, method: 'DELETE' })
  const ask = async () => (await askAdmin(path, { cookie, method: 'GET' })).text()
  const before = await ask()
  expect(before).toContain(path === 'counts' ? '"answered":' : 'several.example')
  for (const most of [1, Infinity]) {
    forgetAll()
    const putBack = emptying(prefix, most)
    const during = await ask()
    putBack()
    const isRefused = during.startsWith('{"error":') || during.includes('"uncounted":1')
    if (most === 1 || !isRefused) expect(during).toBe(before)
  }
})
