import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { sendDigest } from '#server/notifications/digest.ts'
import {
  clock,
  HOUR,
  keepTellingFor,
  mailbox,
  setChannels,
  submit,
  tellOf,
  useChannels,
} from '../api/notifications/telling.ts'
import { answersTo } from '../api/answers.ts'
import { message, useStudio } from '../api/studio.ts'

useStudio()
useChannels()

const from = [{ name: 'Lastro', address: 'oficina@lastro.example' }]

test('the mail about a message has the studio’s name, and says when the reply is due in its time', async () => {
  clock.now = Date.parse('2026-07-03T21:30Z')
  const { id } = await tellOf({ name: 'Ada' })
  const [mail] = mailbox.received
  expect(mail?.subject).toBe('New contact submission from Ada')
  expect(mail?.messageId).toBe(`<${id}@lastro.example>`)
  expect(mail?.from?.value).toMatchObject(from)
  expect(mail?.text).toContain('Reply due by Sun 5 Jul, 22:30 (Western European Summer Time)')
})

test('a receipt has this studio’s words, and the moment in its time', async () => {
  const email = 'grace@example.com'
  const { id } = await submitted(contact, { ...message, email }, '2026-07-03T21:30Z')
  const person = await answersTo(investor)
  await submitted(investor, person, '2026-07-03T21:30Z')
  const [first, second] = mailbox.receipts
  expect(first?.recipients).toEqual([email])
  expect(first?.subject).toBe('It arrived: your lines to Lastro')
  expect(first?.from?.value).toMatchObject(from)
  expect(first?.replyTo?.value).toMatchObject([{ address: 'oficina@lastro.example' }])
  expect(first?.messageId).toBe(`<receipt-${id}@lastro.example>`)
  expect(first?.text).toContain('At the yard we have your lines to Lastro.\n')
  expect(first?.text).toContain('An answer leaves by Sun 5 Jul, 22:30 WEST.\n')
  expect(first?.text).toContain(`Number ${id.slice(14)} finds it again.`)
  expect(second?.text).toContain('An answer leaves by the end of Mon 6 Jul WEST.\n')
})

/** Sends answers at a moment and waits for the mails. */
async function submitted(form: Form, answers: Record<string, unknown>, at: string) {
  clock.now = Date.parse(at)
  const sent = await submit(form, answers)
  await sent.told
  return sent
}

test('the digest comes at eight in the studio’s time, with what is due today by its promise', async () => {
  setChannels({ webhook: false })
  clock.now = Date.parse('2026-07-06T15:00Z')
  await tellOf({ name: 'Due today' })
  clock.now = Date.parse('2026-07-07T15:00Z')
  await tellOf({ name: 'New' })
  mailbox.received.length = 0
  // Eight in Lisbon is seven in Greenwich.
  clock.now = Date.parse('2026-07-08T06:59Z')
  await sendDigest()
  expect(mailbox.received).toEqual([])
  clock.now = Date.parse('2026-07-08T07:00Z')
  await sendDigest()
  const [mail] = mailbox.received
  expect(mail?.subject).toMatch(/^Digest: \d+ new, 1 due today, \d+ overdue$/)
  expect(mail?.messageId).toBe('<digest-2026-07-08@lastro.example>')
  expect(mail?.from?.value).toMatchObject(from)
  expect(mail?.text).toContain('New since yesterday:\n  1 contact submission\n')
  expect(mail?.text).toContain('Reply due today:\n  1 contact submission\n')
})

test('the summary of many submissions has the studio’s name and its time', async () => {
  setChannels({ webhook: false })
  clock.now = Date.parse('2026-07-13T10:00Z')
  for (let count = 0; count < 22; count++) await tellOf({ name: `Ada ${count}` })
  mailbox.received.length = 0
  await keepTellingFor(HOUR)
  const [mail] = mailbox.received
  expect(mail?.subject).toBe('2 new submissions')
  expect(mail?.messageId).toMatch(/^<summary-\d+@lastro.example>$/)
  expect(mail?.text).toContain('Mon 13 Jul, 11:00: contact submission from Ada 20')
  expect(mail?.from?.value).toMatchObject(from)
})
