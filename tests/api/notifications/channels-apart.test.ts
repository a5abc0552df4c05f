import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { message, useStudio } from '../studio.ts'
import { called, keepTelling, mailbox, mailed, receiver, submit, useChannels } from './telling.ts'

useStudio()
useChannels()

const MAILS_AN_HOUR = 20

async function fortyAtOnce() {
  const sent = await Promise.all(Array.from({ length: 40 }, () => submit(contact, message)))
  await Promise.all(sent.map(({ told }) => told))
  return sent.map(({ id }) => id)
}

test('of forty at once with a slow webhook the very next run tells all that the hour has room for', async () => {
  receiver.weather = 'slow'
  const ids = await fortyAtOnce()
  await keepTelling()
  expect(mailed()).toHaveLength(MAILS_AN_HOUR)
  expect(called().sort()).toEqual(ids.sort())
})

test('a mail server that is slow delays no webhook', async () => {
  mailbox.weather = 'slow'
  const ids = await fortyAtOnce()
  await keepTelling()
  expect(called().sort()).toEqual(ids.sort())
})
