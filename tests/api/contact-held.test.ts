import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { mintAttemptKey } from '#forms/attempt.ts'
import * as kv from '#server/storage/kv.ts'
import {
  askForm,
  listMessages,
  message,
  sendMessage,
  signIn,
  token,
  told,
  useStudio,
} from './studio.ts'

useStudio()

const suspicious: [string, object, () => string][] = [
  ['a filled honeypot', { honeypot: 'https://spam.test' }, randomUUID],
  ['a form filled in no time', {}, mintAttemptKey],
]

test.each(suspicious)(
  '%s is held and gets the same answer as any other',
  async (_, changes, mint) => {
    const admin = await signIn()
    const before = await listMessages(admin)
    const held = await listMessages(admin, '?state=held')
    const captchaToken = await token()
    const suspected = await sendMessage({ ...changes, captchaToken }, mint())
    const ordinary = await sendMessage()
    expect(suspected.status).toBe(ordinary.status)
    expect(Object.keys((await suspected.json()) as object)).toEqual(['ok', 'id'])
    expect(told(suspected)).toEqual(told(ordinary))
    expect((await listMessages(admin)).total).toBe(before.total + 1)
    expect((await listMessages(admin, '?state=held')).total).toBe(held.total + 1)
  },
)

const messageBody = async () => ({ ...message, captchaToken: await token() })

test('a flood from one address is held, up to a limit', async () => {
  vi.stubEnv('FLOOD_LIMIT', '2')
  const admin = await signIn()
  const address = '198.51.100.9'
  const statuses: number[] = []
  for (let i = 0; i < 9; i++) {
    statuses.push((await askForm('contact', { body: await messageBody(), address })).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 201, 503])
  const { items } = await listMessages(admin, '?state=held')
  const floods = items.filter((item) => 'signals' in item && String(item.signals) === 'flood')
  expect(floods).toHaveLength(6)
  const before = (await kv.list('window/')).length
  const one = async () => (await askForm('contact', { body: await messageBody(), address })).status
  const more = await Promise.all(Array.from({ length: 20 }, one))
  expect(new Set(more)).toEqual(new Set([503]))
  expect((await kv.list('window/')).length).toBe(before)
})

test('a submission that the bot check refuses does not count as flood', async () => {
  vi.stubEnv('FLOOD_LIMIT', '2')
  const address = '198.51.100.77'
  const post = async (captchaToken: string) =>
    (await askForm('contact', { body: { ...message, captchaToken }, address })).status
  for (let i = 0; i < 10; i++) expect(await post('nonsense')).toBe(400)
  const admin = await signIn()
  const { total } = await listMessages(admin)
  expect(await post(await token())).toBe(201)
  expect((await listMessages(admin)).total).toBe(total + 1)
})
