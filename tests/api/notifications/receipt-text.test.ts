import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { forms } from '#forms/index.ts'
import type { Form } from '#forms/form.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { receiptMail } from '#server/notifications/mail/receipt-mail.ts'
import { addressIn } from '#server/notifications/mail/record-mail.ts'
import { sendMail } from '#server/notifications/mail/send-mail.ts'
import { noticeOf } from '#server/notifications/notice.ts'
import { newId } from '#server/storage/record-id.ts'
import { ownStudio, useOwnStudio } from '../../own-studio.ts'
import { runs } from '../../runs.ts'
import { shown, studio, words } from '../../content.ts'
import { hostile } from './hostile-text.ts'

useOwnStudio()

const CAME_AT = '2026-11-23T08:40:12.000Z'
const ID = `${newId(Date.parse(CAME_AT)).slice(0, 13)}-71d0c93c9b07`
/** No word of a mail or a studio is part of it. */
const TYPED = 'Xqz'

async function noticeFor(form: Form, answers: Record<string, unknown>) {
  const submission = { id: ID, createdAt: CAME_AT, ...answers }
  return noticeOf(collectionOf(form, { projectSlug: 'calmist' }), submission)
}

/** The raw receipt, read from a file; null if its address can't be in a mail. */
async function rawOf(form: Form, answers: Record<string, unknown>): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'receipts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const settings = { to: ['team@studio.test'], from: 'robot@mailer.test', via: { folder } }
  const notice = await noticeFor(form, answers)
  const to = addressIn(notice)
  if (to === undefined) return null
  expect(await sendMail(settings, await receiptMail(notice, to))).toEqual({ ok: true })
  const [file = ''] = await readdir(folder)
  expect(file).toBe(`receipt-${ID}.eml`)
  return readFile(join(folder, file))
}

const HEADERS = [
  ...['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from'],
  ...['message-id', 'mime-version', 'reply-to', 'subject', 'to'],
]

const person = { name: TYPED, fullName: TYPED, email: 'ada@engine.test', message: TYPED }

test.each([
  ['contact', 'Tue 24 Nov, 14:10 IST'],
  ['investor', 'the end of Wed 25 Nov IST'],
  ['eir', 'the end of Mon 30 Nov IST'],
  ['careers', undefined],
])('the receipt of the %s form has its words, reference and moment', async (name, due) => {
  vi.stubEnv('URL', 'https://studio.test')
  const form = forms.find((one) => one.name === name) ?? contact
  const raw = (await rawOf(form, person)) ?? Buffer.of()
  const { subject, text = '' } = await simpleParser(raw)
  const { what, ...said } = words('forms/receipt')
  const written = (words: string) => words.replaceAll(studio.name, ownStudio.name)
  const about = { what: written(what[form.name as keyof typeof what]) }
  expect(subject).toBe(shown(said.subject, about))
  const lines = text.trim().split('\n')
  expect(lines).toEqual([
    shown(said.received, about),
    ...(due === undefined ? [] : [expect.stringContaining(due) as string]),
    shown(said.reference, { reference: '71d0c93c9b07' }),
    '',
    shown(said.erase),
    '',
    shown(said.policy, { link: 'https://studio.test/privacy-policy' }),
  ])
  expect(text.match(/https?:/g)).toHaveLength(1)
})

test('it is marked as automatic; replies come to the studio', async () => {
  const mail = await simpleParser((await rawOf(contact, person)) ?? '')
  expect(mail.headers.get('auto-submitted')).toBe('auto-replied')
  expect(mail.replyTo?.text).toBe(ownStudio.email)
  expect(mail.from?.value).toEqual([{ name: ownStudio.name, address: 'robot@mailer.test' }])
  expect(mail.messageId).toBe(`<receipt-${ID}@studio.test>`)
})

test('it goes to an address with all characters that RFC 5322 allows', async () => {
  const email = "!#$%&'*+/=?^_`{|}~-@engine.test"
  const mail = await simpleParser((await rawOf(contact, { ...person, email })) ?? '')
  expect(mail.to).toMatchObject({ value: [{ address: email }] })
})

test('typed text is nowhere in it, and adds no header or address', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...forms), hostile, hostile, async (form, typed, local) => {
      const email = `${local}@a.example`
      const text = TYPED + typed
      const keys = Object.keys(form.fields).filter((key) => key !== 'email')
      const answers = { ...Object.fromEntries(keys.map((key) => [key, text])), email }
      const raw = await rawOf(form, answers)
      if (!raw) return
      const mail = await simpleParser(raw)
      expect(HEADERS).toEqual(expect.arrayContaining([...mail.headers.keys()]))
      const to = [mail.to].flat().flatMap((one) => one?.value ?? [])
      expect(to.map(({ address }) => address)).toEqual([email])
      expect(mail.text).not.toContain(TYPED)
      const head = raw.toString('latin1').split(/\r?\n\r?\n/)[0] ?? ''
      expect(head).not.toContain(TYPED)
      for (const line of head.split(/\r?\n/)) expect(line).toMatch(/^([\w-]+: |[ \t])/)
    }),
    { numRuns: runs(60) },
  )
})
