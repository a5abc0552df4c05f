import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { expect, onTestFinished, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import { forms } from '#forms/index.ts'
import { investor } from '#forms/investor.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { recordMail } from '#server/notifications/mail/record-mail.ts'
import { sendMail } from '#server/notifications/mail/send-mail.ts'
import { noticeOf } from '#server/notifications/notice.ts'
import type { Form } from '#forms/form.ts'
import { useOwnStudio } from '../../own-studio.ts'
import { runs } from '../../runs.ts'
import { hostile } from './hostile-text.ts'

useOwnStudio()

const ID = '8204589699999-71d0c93c9b07'

async function mailOf(form: Form, answers: Record<string, unknown>) {
  const submission = { id: ID, createdAt: '2026-11-23T04:00:00.000Z', ...answers }
  return recordMail(await noticeOf(collectionOf(form, { projectSlug: 'calmist' }), submission))
}

/** The raw mail, read from a file. */
async function rawOf(form: Form, answers: Record<string, unknown>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'mails-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const settings = { to: ['team@studio.test'], from: undefined, via: { folder } }
  expect(await sendMail(settings, await mailOf(form, answers))).toEqual({ ok: true })
  const [file = ''] = await readdir(folder)
  expect(file).toBe(`${ID}.eml`)
  return readFile(join(folder, file))
}

const HEADERS = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

test('typed text cannot add a header or another address', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (name, local) => {
      const email = `${local}@a.example`
      const raw = await rawOf(contact, { name, email, subject: name, message: name })
      const mail = await simpleParser(raw)
      expect(HEADERS).toEqual(expect.arrayContaining([...mail.headers.keys()]))
      expect(mail.subject).toMatch(/^New contact submission from/)
      expect(mail.messageId).toBe(`<${ID}@studio.test>`)
      expect([mail.to].flat().flatMap((one) => one?.value ?? [])).toMatchObject([
        { address: 'team@studio.test' },
      ])
      const answerTo = mail.replyTo?.value ?? []
      if (mail.headers.has('reply-to'))
        expect(answerTo.map(({ address }) => address)).toEqual([email])
      const head = raw.toString('latin1').split(/\r?\n\r?\n/)[0] ?? ''
      for (const line of head.split(/\r?\n/)) expect(line).toMatch(/^([\w-]+: |[ \t])/)
    }),
    // Examples: an encoded word, and a lone dot, which mail programs read differently.
    {
      numRuns: runs(60),
      examples: [
        ['Ada', '=?utf-8?B?DQo=?='],
        ['Ada', '.'],
      ],
    },
  )
})

test('a name that is an encoded word arrives as its letters', async () => {
  const name = '=?utf-8?Q?Your_bank?='
  const answers = { name, email: 'a@b.example', subject: 'Other', message: 'x' }
  const { subject, text } = await mailOf(contact, answers)
  expect(subject).toBe('New contact submission from = ?utf-8?Q?Your_bank?=')
  expect(text).toContain(`Name: ${name}\n`)
})

test('every script arrives unchanged, in lines that every mail server accepts', async () => {
  const words = fc.constantFrom(
    'Ἀδα',
    'مرحبا بالعالم',
    'שלום',
    '你好世界'.repeat(20),
    'नमस्ते',
    '👩‍🚀',
    'word',
    'x'.repeat(100),
    'https://a.example/' + 'y'.repeat(90),
    'long '.repeat(300),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 20 }), async (all) => {
      const message = all.join(' ')
      const raw = await rawOf(contact, {
        name: all[0],
        email: 'a@b.example',
        subject: 'Other',
        message,
      })
      // The limit of RFC 5322.
      for (const line of raw.toString('latin1').split('\n')) {
        expect(line.length).toBeLessThanOrEqual(998)
      }
      const { text = '' } = await simpleParser(raw)
      const told = text.slice(text.indexOf('Message:') + 8, text.indexOf('Reply due')).trim()
      expect(told.length).toBeGreaterThan(0)
      expect(message.startsWith(told.replace(/…$/, ''))).toBe(true)
    }),
    { numRuns: runs(40) },
  )
})

test('right-to-left text is isolated from the text around it', async () => {
  const { subject, text } = await mailOf(contact, {
    name: 'مرحبا',
    email: 'a@b.example',
    subject: 'Other',
    message: 'x',
  })
  expect(subject).toBe('New contact submission from \u2068مرحبا\u2069')
  expect(text).toContain('Name: \u2068مرحبا\u2069\n')
})

test('an application mail has the short answers, 500 characters of the letter and no file', async () => {
  const { text, subject } = await mailOf(careers, {
    roleSlug: 'chief-of-tests',
    roleTitle: 'Chief of Tests',
    fullName: 'Ada',
    email: 'ada@engine.test',
    phone: '+91 1',
    currentLocation: 'Pune',
    yearsExperience: '9',
    resumeFileName: 'ada.pdf',
    resumeFileType: 'application/pdf',
    resumeFileSize: 1234,
    coverLetter: 'letter '.repeat(200),
  })
  expect(subject).toBe('New career application from Ada')
  expect(text).toContain('Resume name: ada.pdf')
  expect(text).toContain('Location: Pune')
  expect(text.match(/letter/g)).toHaveLength(72)
  expect(text).not.toContain('Reply due')
})

test('a reply within business days is due by the end of a day', async () => {
  const person = { fullName: 'Ada', email: 'ada@engine.test' }
  const due = async (form: Form) => /Reply due .*/.exec((await mailOf(form, person)).text)?.[0]
  expect(await due(investor)).toBe('Reply due by the end of Wed 25 Nov (India Standard Time)')
  expect(await due(eir)).toBe('Reply due by the end of Mon 30 Nov (India Standard Time)')
})

test.each(forms)('the mail about $noun has a name, an address and a link', async (form) => {
  const { text } = await mailOf(form, { name: 'Ada', fullName: 'Ada', email: 'ada@engine.test' })
  expect(text).toContain('ada@engine.test')
  expect(text).toContain(`tab=${form.name}&`)
  expect(text).toContain(`record=${ID}`)
})
