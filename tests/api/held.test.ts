import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { checkStore } from '#server/housekeeping/check.ts'
import {
  askExport,
  askRecords,
  crashes,
  dieAt,
  listMessages,
  ownPage,
  requestsOf,
  sendMessage,
  signIn,
  useStudio,
} from './studio.ts'

useStudio()

const spam = { honeypot: 'https://spam.test' }

async function holdOne(key: string = randomUUID()): Promise<string> {
  const answer = await sendMessage(spam, key)
  return ((await answer.json()) as { id: string }).id
}

test('a held message is released with its id, its reference and its creation time', async () => {
  const admin = await signIn()
  const headers = { ...admin, ...ownPage }
  const key = randomUUID()
  const id = await holdOne(key)
  const [held] = (await listMessages(admin, '?state=held')).items
  expect(held).toMatchObject({ id, signals: ['honeypot'] })
  const before = await listMessages(admin)

  const release = () => askRecords(`contact-submissions/${id}/release`, { method: 'POST', headers })
  const answer = await release()
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ ok: true, id })
  const after = await listMessages(admin)
  expect(after.total).toBe(before.total + 1)
  expect(after.items[0]).toEqual({
    ...held,
    signals: undefined,
    state: expect.anything() as unknown,
  })
  expect((await listMessages(admin, '?state=held')).items).toEqual([])

  // A second release is no error but changes nothing, and a late retry finds the released record.
  const second = await release()
  expect(second.status).toBe(200)
  expect(await second.json()).toEqual({ ok: true, id, isUnchanged: true })
  const retry = (await (await sendMessage(spam, key)).json()) as { id: string }
  expect(retry.id).toBe(id)
  expect((await listMessages(admin)).total).toBe(after.total)
})

/** Number of requests to storage. */
const RELEASE = 17

test('the crash tests cover every storage request of a release', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const path = `contact-submissions/${await holdOne()}/release`
  expect(await requestsOf(() => askRecords(path, { method: 'POST', headers }))).toBe(RELEASE)
})

test.each(crashes(RELEASE))(
  'a second release completes one that crashed $when step $step',
  async ({ step, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const admin = await signIn()
    const headers = { ...admin, ...ownPage }
    const { total } = await listMessages(admin)
    const id = await holdOne()
    const release = () =>
      askRecords(`contact-submissions/${id}/release`, { method: 'POST', headers })
    const revive = dieAt(step, isAfter)
    await release()
    revive()
    await release()
    expect((await listMessages(admin)).total).toBe(total + 1)
    expect((await listMessages(admin, '?state=held')).total).toBe(0)
    await checkStore({ fix: true })
    expect(await checkStore({ fix: false })).toEqual([])
  },
)

test('a release needs a session and a request from the site’s own page', async () => {
  const admin = await signIn()
  const path = `contact-submissions/${await holdOne()}/release`
  expect((await askRecords(path, { method: 'POST', headers: admin })).status).toBe(403)
  expect((await askRecords(path, { method: 'POST', headers: ownPage })).status).toBe(401)
  expect((await askRecords(path, { headers: admin })).status).toBe(405)
})

test('the export has a row for every record and no formula', async () => {
  const admin = await signIn()
  await sendMessage({ name: '=1+1', message: 'one\ntwo, "three"' })
  const { total } = await listMessages(admin)
  const answer = await askExport('contact-submissions.csv', { headers: admin })
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="contact-submissions.csv"',
  )
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  expect(text).toMatch(
    /^\ufeffid,createdAt,name,email,company,portfolioCompany,subject,message,seenAt,answeredAt,dueAt,note\r\n/,
  )
  expect(text).toContain(`,'=1+1,ada@example.com,,,General Inquiry,"one\ntwo, ""three""",,,2`)
  expect(text.split('\r\n')).toHaveLength(total + 2)

  expect((await askExport('contact-submissions.csv')).status).toBe(401)
  expect((await askExport('gossip.csv', { headers: admin })).status).toBe(404)
})

test.each([
  ['an answer', { answered: true }],
  ['a note', { note: 'Met in May', version: 0 }],
])('the Undo of a release hides no colleague’s work: %s', async (_, work) => {
  const headers = { ...(await signIn()), ...ownPage }
  const id = await holdOne()
  const one = `contact-submissions/${id}`
  const post = (to: string) => askRecords(`${one}/${to}`, { method: 'POST', headers })
  const change = (body: object) => askRecords(one, { method: 'PATCH', headers, body })
  await post('release')
  // To have read it is no work.
  await change({ seen: true })
  expect((await post('hold?undo=yes')).status).toBe(200)
  await post('release')
  await change(work)
  const { total } = await listMessages(headers)
  const refused = await post('hold?undo=yes')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toEqual({
    error: 'Somebody answered it or wrote a note since. “Mark as spam” holds it all the same.',
  })
  expect((await listMessages(headers)).total).toBe(total)
  // What is pressed on purpose is done; its Undo and a new release take the work along.
  for (const to of ['hold', 'release', 'hold?undo=yes']) expect((await post(to)).status).toBe(200)
  const [held] = (await listMessages(headers, '?state=held')).items
  expect(held).toMatchObject({ id, signals: ['honeypot', 'by hand'] })
})
