import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import * as kv from '#server/storage/kv.ts'
import { useOwnStudio } from '../../own-studio.ts'
import { message, useStudio } from '../studio.ts'
import {
  called,
  keepTelling,
  mailbox,
  mailed,
  receiver,
  submit,
  tellOf,
  useChannels,
} from './telling.ts'

useOwnStudio()
useStudio()
useChannels()

test('a message is reported at once by mail and webhook, and nothing stays pending', async () => {
  const { status, id } = await tellOf({ company: 'Engines' })
  expect(status).toBe(201)
  const [mail] = mailbox.received
  expect(mail?.recipients).toEqual(['team@studio.test', 'lead@studio.test'])
  expect(mail?.subject).toBe('New contact submission from Ada Lovelace')
  expect(mail?.replyTo?.text).toBe('ada@example.com')
  expect(mail?.messageId).toBe(`<${id}@studio.test>`)
  expect(mail?.text).toBe(`Name: Ada Lovelace
Email: ada@example.com
Company: Engines
Subject: General Inquiry

Message:

I would like to talk.

Reply due by Tue 24 Nov, 09:30 (India Standard Time)
Reference ${id.slice(14)}
https://studio.test/admin?tab=contact&record=${id}
`)
  const { submission } = (await kv.get(`rec/contact-submissions/${id}`))?.value as {
    submission: { createdAt: string }
  }
  const [{ event } = { event: undefined }] = receiver.received
  expect(called()).toEqual([id])
  expect(event).toEqual({
    type: 'submission.created',
    timestamp: submission.createdAt,
    data: {
      collection: 'contact-submissions',
      id,
      reference: id.slice(14),
      createdAt: submission.createdAt,
      dueAt: '2026-11-24T04:00:00.000Z',
      url: `https://studio.test/admin?tab=contact&record=${id}`,
      answers: { ...message, company: 'Engines' },
    },
  })
  expect(await kv.list('pending/')).toEqual([])
  await keepTelling()
  expect(mailed()).toEqual([id])
})

test('the notification is stored before the visitor gets an answer', async () => {
  const sent = await submit(contact, message)
  expect(sent.status).toBe(201)
  const [marker, ...others] = await kv.list('pending/')
  expect(marker).toMatch(new RegExp(`^pending/contact-submissions/${sent.id}\\.`))
  expect(others).toEqual([])
  await sent.told
})
