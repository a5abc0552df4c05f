import { expect, test, vi } from 'vitest'
import type { InboxRecord, LogAnswer } from '#api/admin-contract.ts'
import { listMembers, readMember } from '#server/staff/members.ts'
import { requestName } from '../request-name.ts'
import { make } from './authenticator.ts'
import { askAdmin, invite, newPerson, posed } from './staff.ts'
import { interceptStorage, sendMessage, signIn, useStudio } from './studio.ts'

/** An act that can't be logged is not done, so its retry has all of it to do and to log. */

useStudio()

const messages = 'contact-submissions'
const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id

/** Nothing is written into the log while `act` runs. */
async function withoutLog<T>(act: () => Promise<T>): Promise<T> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let refused = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    if (!requestName(input, init).startsWith('put log')) return storage(input, init)
    refused++
    return Promise.resolve(new Response('', { status: 503 }))
  })
  try {
    return await act()
  } finally {
    putBack()
    expect(refused).toBeGreaterThan(0)
  }
}

async function actsOf(person: string, cookie: string): Promise<string[]> {
  const answer = await askAdmin(`log?person=${person}`, { method: 'GET', cookie })
  return ((await answer.json()) as LogAnswer).items.map(({ act }) => act)
}

const patch = (change: object) => ({ method: 'PATCH', body: change })

test.each<[string, string, object, { spam?: boolean; first?: object }]>([
  ['answered', '', patch({ answered: true }), {}],
  ['answer taken back', '', patch({ answered: false }), { first: patch({ answered: true }) }],
  ['note', '', patch({ note: 'Called.', version: 0 }), {}],
  ['held', '/hold', {}, {}],
  ['released', '/release', {}, { spam: true }],
  ['deleted', '', { method: 'DELETE' }, {}],
])('“%s” is not done without its entry, and its retry has one', async (act, action, asked, is) => {
  const { id: me, cookie } = await newPerson('Asha')
  const id = await idOf(await sendMessage(is.spam ? { honeypot: 'https://spam.test' } : {}))
  const run = (what: object, path = '') => askAdmin(`${messages}/${id}${path}`, { cookie, ...what })
  const state = is.spam ? '?state=held' : ''
  const read = async () => {
    const {
      told: _,
      receipt: __,
      ...record
    } = (await (await run({ method: 'GET' }, state)).json()) as InboxRecord
    return record
  }
  if (is.first) await run(is.first)
  const before = [await read(), await actsOf(me, cookie)]
  expect((await withoutLog(() => run(asked, action))).status).toBe(503)
  expect([await read(), await actsOf(me, cookie)]).toEqual(before)
  expect((await run(asked, action)).status).toBe(200)
  expect((await actsOf(me, cookie)).slice(0, 2).filter((one) => one === act)).toEqual([act])
})

test('nobody is invited or removed without an entry', async () => {
  const { id: me, cookie } = await newPerson('Bo')
  const body = { name: 'Cy', email: 'cy@studio.test' }
  const count = async () => (await listMembers()).length
  const before = await count()
  expect((await withoutLog(() => askAdmin('staff', { cookie, body }))).status).toBe(503)
  expect(await count()).toBe(before)
  const { id } = await invite('Cy', cookie)
  const remove = () => askAdmin(`staff/${id}`, { method: 'DELETE', cookie })
  expect((await withoutLog(remove)).status).toBe(503)
  expect(await readMember(id)).not.toBeNull()
  expect((await remove()).status).toBe(200)
  expect((await actsOf(me, cookie)).slice(0, 2)).toEqual(['removed', 'invited'])
})

test('no key is added or removed without an entry', async () => {
  const { id: me, cookie } = await newPerson('Dee')
  const add = async () => {
    const { options, cookie: challenge } = await posed('own/key-options', { cookie })
    const body = { response: make(options).response, name: 'Two' }
    return askAdmin('own/keys', { cookie: `${cookie}; ${challenge}`, body })
  }
  const keys = async () => (await readMember(me))?.passkeys ?? []
  expect((await withoutLog(add)).status).toBe(503)
  expect(await keys()).toHaveLength(1)
  expect((await add()).status).toBe(200)
  const [first] = await keys()
  const remove = () => askAdmin(`own/key/${first?.id}`, { method: 'DELETE', cookie })
  expect((await withoutLog(remove)).status).toBe(503)
  expect(await keys()).toHaveLength(2)
  expect((await remove()).status).toBe(200)
  // The key had opened her session.
  const { cookie: password } = await signIn()
  expect((await actsOf(me, password)).slice(0, 2)).toEqual(['key removed', 'key added'])
})

test.each([
  ['backed up', 'store/backup'],
  ['exported', 'contact-submissions.csv'],
])('“%s” is in the log wherever it begins, and once for all of its parts', async (act, path) => {
  const { id: me, cookie } = await newPerson('Eve')
  for (let i = 0; i < 3; i++) await sendMessage({ name: `Part ${i}` })
  const get = (query: string) => askAdmin(`${path}${query}`, { method: 'GET', cookie })
  const count = async () => (await actsOf(me, cookie)).filter((one) => one === act).length
  for (const query of [
    '',
    '?cursor=0000000000000-000000000000',
    '?cursor=x.rec',
    '?part=0&proof=x',
  ]) {
    const before = await count()
    const { status } = await get(query)
    expect((await count()) - before, query).toBe(status === 200 ? 1 : 0)
  }
})

test('a part that follows a search is not one that follows the whole list', async () => {
  const { id: me, cookie } = await newPerson('Gil')
  const get = (query: string) => askAdmin(`waitlist.csv${query}`, { method: 'GET', cookie })
  const exports = async () => (await actsOf(me, cookie)).filter((one) => one === 'exported').length
  const first = await get('?search=nobody@nowhere.test')
  const next = new URL(/<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '', 'http://a.test')
  expect((await get(next.search)).status).toBe(200)
  expect(await exports()).toBe(1)
  next.searchParams.delete('search')
  expect((await get(next.search)).status).toBe(200)
  expect(await exports()).toBe(2)
})

test('a restore that dies at its end is in the log', async () => {
  const { id: me, cookie } = await newPerson('Flo')
  const putBack = interceptStorage(
    (storage) => (input, init) =>
      /^(delete|get) restore\//.test(requestName(input, init))
        ? Promise.reject(new TypeError('The process is dead.'))
        : storage(input, init),
  )
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const restored = () => askAdmin('store/restored', { cookie, body: { id: 'a'.repeat(64) } })
  expect((await restored()).status).toBe(503)
  putBack()
  expect((await actsOf(me, cookie))[0]).toBe('restored')
})
