import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import * as kv from '#server/storage/kv.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import {
  askRecords,
  crashes,
  dieAt,
  listMessages,
  ownPage,
  requestsOf,
  sendMessage,
  signIn,
  token,
  useStudio,
} from './studio.ts'

useStudio()

/** Numbers of requests to storage. */
const SUBMIT = 6
const DELETE = 31

test('the crash tests cover every storage request of a submit and a delete', async () => {
  const admin = await signIn()
  const captchaToken = await token()
  let id = ''
  const submit = async () => {
    ;({ id } = (await (await sendMessage({ captchaToken })).json()) as { id: string })
  }
  expect(await requestsOf(submit)).toBe(SUBMIT)
  const asked = { method: 'DELETE', headers: { ...admin, ...ownPage } }
  expect(await requestsOf(() => askRecords(`contact-submissions/${id}`, asked))).toBe(DELETE)
})

test.each(crashes(SUBMIT))(
  'a crash $when step $step of a submit loses and duplicates nothing',
  async (crash) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const admin = await signIn()
    const { total } = await listMessages(admin)
    const key = randomUUID()
    const captchaToken = await token()
    const revive = dieAt(crash.step, crash.isAfter)
    const answer = await sendMessage({ captchaToken }, key)
    revive()
    // A submission with a 201 is stored, any other one may be.
    const left = (await listMessages(admin)).total - total
    if (answer.status === 201) expect(left).toBe(1)
    else expect(answer.status).toBe(503)

    // The visitor tries again with a new bot check.
    const retry = await sendMessage({}, key)
    expect(retry.status).toBe(201)
    expect((await listMessages(admin)).total).toBe(total + 1)
    expect(await checkStore({ fix: false })).toEqual([])
  },
)

test.each(crashes(DELETE))(
  'a crash $when step $step of a delete never brings a row back',
  async (crash) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const admin = await signIn()
    const { id } = (await (await sendMessage()).json()) as { id: string }
    const { total } = await listMessages(admin)
    const path = `contact-submissions/${id}`
    const remove = () => askRecords(path, { method: 'DELETE', headers: { ...admin, ...ownPage } })
    const revive = dieAt(crash.step, crash.isAfter)
    const answer = await remove()
    revive()
    const after = await listMessages(admin)
    const isGone = !after.items.some((item) => item.id === id)
    expect(after.total).toBe(isGone ? total - 1 : total)
    if (answer.status === 200) expect(isGone).toBe(true)

    // A second delete or a sweep removes the rest.
    await remove()
    await checkStore({ fix: true })
    expect((await listMessages(admin)).total).toBe(total - 1)
    expect(await kv.get(`rec/contact-submissions/${id}`)).toBeNull()
    expect(await checkStore({ fix: false })).toEqual([])
  },
)

test('lost or wrong derived keys are rebuilt from the records', async () => {
  const admin = await signIn()
  const key = randomUUID()
  await sendMessage({}, key)
  const { total, items } = await listMessages(admin)
  for (const claim of await kv.list('claim/')) await kv.remove(claim)
  await kv.put('counts/contact-submissions', { closedFrom: '0000000', runs: [['9', 66]] })
  expect(await checkStore({ fix: false })).not.toEqual([])
  await checkStore({ fix: true })
  expect(await checkStore({ fix: false })).toEqual([])
  expect((await listMessages(admin)).total).toBe(total)

  // A late retry still finds its record.
  const retry = (await (await sendMessage({}, key)).json()) as { id: string }
  expect(retry.id).toBe(items[0]?.id)
  expect((await listMessages(admin)).total).toBe(total)
})
