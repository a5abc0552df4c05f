import { beforeEach, expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { beginCheck, endCheck } from '#server/canary/canary.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { failedKey, notifyKey } from '#server/collections/keys.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { remove } from '#server/collections/change.ts'
import { sendDigest } from '#server/notifications/digest.ts'
import * as kv from '#server/storage/kv.ts'
import { hold } from '#server/submissions/release.ts'
import { useOwnStudio } from '../../own-studio.ts'
import { interceptStorage, useStudio } from '../studio.ts'
import {
  clock,
  HOUR,
  keepTelling,
  mailbox,
  receiver,
  setChannels,
  tellOf,
  useChannels,
} from './telling.ts'

useOwnStudio()
useStudio()
useChannels()

const messages = collectionOf(contact, {})
/** A time in the studio's time zone. */
const at = (time: string) => Date.parse(`${time}+05:30`)
const MONDAY = at('2026-11-30T08:00')

beforeEach(async () => {
  for (const root of ['rec/', 'rows/', 'hint/', 'gone/', 'state/', 'self-test/', 'canary']) {
    await Promise.all((await kv.list(root)).map(kv.remove))
  }
  setChannels({ webhook: false })
})

/** The daily check ended like this an hour before. */
async function checked(why?: string) {
  clock.now = MONDAY - HOUR
  const begun = await beginCheck()
  if (begun) await endCheck(begun, why)
}

async function mondayMail() {
  clock.now = MONDAY
  await sendDigest()
  return mailbox.received.find(({ subject }) => subject?.startsWith('Digest'))
}

const WELL = 'All is well: 0 came, the studio was told of 0, the self-test passed.'

test('a Monday without anything to say says that all is well', async () => {
  await checked()
  const mail = await mondayMail()
  expect(mail?.subject).toBe('Digest: 0 new, 0 due today, 0 overdue')
  expect(mail?.text).toBe(`${WELL}\n\nhttps://studio.test/admin\n`)
})

test('on any other day nothing is sent without need', async () => {
  await checked()
  for (let day = 1; day < 7; day++) {
    clock.now = MONDAY + day * 24 * HOUR
    await beginCheck().then((begun) => begun && endCheck(begun, undefined))
    await sendDigest()
  }
  expect(mailbox.received).toEqual([])
})

test('the week is counted from Monday to Sunday, told is what was delivered', async () => {
  for (const time of ['2026-11-22T23:59', '2026-11-30T00:00']) {
    clock.now = at(time)
    await tellOf({ name: 'Another week' })
  }
  for (let day = 23; day <= 29; day++) {
    clock.now = at(`2026-11-${day}T00:00`)
    await tellOf()
    clock.now = at(`2026-11-${day}T23:59`)
    await tellOf({ name: 'Late' })
  }
  await tellOf({ name: 'Held', honeypot: 'x' })
  const [removed, spam] = [await tellOf(), await tellOf()]
  await remove(messages, removed.id)
  await hold(messages, spam.id)
  await checked()
  expect((await mondayMail())?.text).toMatch(/^All is well: 14 came, the studio was told of 14, /)
})

test('the week is counted alike after its rows were folded', async () => {
  clock.now = at('2026-11-24T10:00')
  await tellOf()
  clock.now = at('2026-11-30T01:00')
  await tellOf()
  await checked()
  await fold(messages, 5_000)
  expect((await mondayMail())?.text).toMatch(/^All is well: 1 came, the studio was told of 1, /)
})

test('who was not told is not counted as told: failed, waiting, or come without a channel', async () => {
  clock.now = at('2026-11-24T10:00')
  await tellOf()
  const { id } = await tellOf()
  await kv.put(failedKey(messages.name, id), null)
  const failedAt = new Date(clock.now).toISOString()
  await kv.put(notifyKey(messages.name, id), { at: clock.now, mail: { tries: 12, failedAt } })
  setChannels({ mail: false, webhook: false })
  await tellOf()
  setChannels({ webhook: false })
  clock.now = at('2026-11-29T23:50')
  mailbox.weather = 'busy'
  await tellOf()
  await keepTelling()
  mailbox.weather = 'up'
  await checked()
  expect((await mondayMail())?.text).toMatch(
    /^Not all is well: 4 came, the studio was told of 1, the self-test passed\.\n/,
  )
})

test('what one of two channels has told is told, and all is not well', async () => {
  setChannels({})
  receiver.weather = 'broken'
  clock.now = at('2026-11-29T23:50')
  await tellOf()
  await tellOf()
  await checked()
  expect((await mondayMail())?.text).toMatch(
    /^Not all is well: 2 came, the studio was told of 2, not through every channel of 2, /,
  )
})

test('who only waits for a receipt does not leave the studio untold', async () => {
  clock.now = at('2026-11-29T23:50')
  for (let i = 0; i < 3; i++) {
    const { id } = await tellOf()
    await kv.put(`pending/${messages.name}/${id}.${clock.now}.1a2b3c`, null)
  }
  await checked()
  expect((await mondayMail())?.text).toMatch(/^All is well: 3 came, the studio was told of 3, /)
})

test('a store that fails the self-test is named', async () => {
  await checked()
  const putBack = interceptStorage((storage) => (input, init) => {
    const headers = new Headers(init?.headers)
    if (/self-test\/.*\/new/.test(input as string)) headers.delete('if-none-match')
    return storage(input, { ...init, headers })
  })
  const mail = await mondayMail()
  putBack()
  expect(mail?.text).toMatch(/^Not all is well: 0 came, .*, the self-test failed\.\n/)
})

test('a self-test that could not be run is named', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await checked()
  const putBack = interceptStorage(
    (storage) => (input, init) =>
      /self-test\/.*\/file/.test(input as string)
        ? Promise.reject(new TypeError('Down.'))
        : storage(input, init),
  )
  const mail = await mondayMail()
  putBack()
  expect(mail?.text).toMatch(/^Not all is well: .*, the self-test could not be run\.\n/)
})

test('a daily check that failed, or never ran, is named', async () => {
  await checked('The contact form answered 500.')
  const failed = await mondayMail()
  expect(failed?.text)
    .toBe(`Not all is well: 0 came, the studio was told of 0, the self-test passed.

The site’s daily check of itself failed. The contact form answered 500.

https://studio.test/admin
`)
  for (const key of ['canary', 'digest']) await kv.remove(key)
  mailbox.received.length = 0
  expect((await mondayMail())?.text).toMatch(
    /^Not all .* passed, the daily check has never run\.\n/,
  )
})

test('a failed daily check is told on any day', async () => {
  await checked()
  clock.now = MONDAY + 24 * HOUR - HOUR
  const begun = await beginCheck()
  if (begun) await endCheck(begun, 'The bot check answered 503.')
  clock.now += HOUR
  await sendDigest()
  expect(mailbox.received.map(({ text }) => text)).toEqual([
    'The site’s daily check of itself failed. The bot check answered 503.\n\nhttps://studio.test/admin\n',
  ])
})
