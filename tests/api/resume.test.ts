import { createHash, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { resumeNotKept } from '#forms/resume.ts'
import { readStudio } from '#server/content/studio.ts'
import { resumeWords } from '#forms/resume.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { read } from '#server/collections/current.ts'
import { add, addFile } from '#server/collections/records.ts'
import { recordMail } from '#server/notifications/mail/record-mail.ts'
import { noticeOf } from '#server/notifications/notice.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { fileBudget } from '#server/submissions/resume.ts'
import { requestName } from '../request-name.ts'
import { answersTo } from './answers.ts'
import { applied, apply, good, LIMIT, pdf, upload } from './resumes.ts'
import {
  askForm,
  askPeople,
  askRecords,
  askResume,
  dieAt,
  interceptStorage,
  ownPage,
  send,
  signIn,
  token,
  useStudio,
} from './studio.ts'

useStudio()

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a file one byte below 4 MiB arrives unchanged and as a download', async () => {
  const bytes = pdf(LIMIT - 1)
  const id = await applied(upload(bytes))
  const answer = await askResume(id, { headers: await signIn() })
  expect(sum(new Uint8Array(await answer.arrayBuffer()))).toBe(sum(bytes))
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="cv.pdf"')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a frame on our own page shows the resume in a sandbox', async () => {
  const id = await applied(upload(pdf(100)))
  const frame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }
  const answer = await askResume(id, { headers: { ...(await signIn()), ...frame } })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="cv.pdf"')
  expect(answer.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; frame-ancestors 'self'",
  )
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test.each<Record<string, string>>([
  {},
  { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'none' },
  { 'sec-fetch-dest': 'object', 'sec-fetch-site': 'same-origin' },
])('no other frame shows the resume: %j', async (asked) => {
  const id = await applied(upload(pdf(100)))
  const answer = await askResume(id, { headers: { ...(await signIn()), ...asked } })
  expect(answer.headers.get('content-disposition')).not.toBe('inline; filename="cv.pdf"')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

const { missing, wrong, large } = resumeWords

const refusals: [string, object, string][] = [
  ['4 MiB', upload(pdf(LIMIT)), large],
  ['one byte more', upload(pdf(LIMIT + 1)), large],
  ['4 MiB that say to be less', { ...upload(pdf(LIMIT)), resumeFileSize: 100 }, large],
  ['nothing', { resumeFileName: undefined, resumeFileBase64: undefined }, missing],
  ['a name without bytes', { ...good, resumeFileBase64: '' }, missing],
  ['a page', upload(Buffer.from('<!doctype html><script>alert(1)</script>')), wrong],
  ['an archive', upload(Buffer.from('PK\u0003\u0004')), wrong],
  ['a picture’s type', { ...good, resumeFileType: 'image/png' }, wrong],
  ['a page’s name', { ...good, resumeFileName: 'cv.html', resumeFileType: '' }, wrong],
  ['another size than declared', { ...good, resumeFileSize: 99 }, wrong],
  ['what is no base64', { ...good, resumeFileBase64: '%PDF-1.7 and more' }, wrong],
  ['a program with the mark of a PDF in it', upload(pdf(100, 'MZ\u0000\u0000%PDF-1.7')), wrong],
  ['a page with the mark of a PDF in it', upload(pdf(100, '<html>%PDF-1.7')), wrong],
  ['a program’s name', { ...good, resumeFileName: 'Resume.exe' }, wrong],
  ['no ending', { ...good, resumeFileName: 'Resume' }, wrong],
]

test.each(refusals)('%s is refused with a message at the field', async (_, file, message) => {
  const answer = await apply({ ...file })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ fields: { resumeFile: message } })
})

test('a record or a list never contains the bytes of the file', async () => {
  const headers = await signIn()
  const id = await applied(good)
  const record = await (await askRecords(`career-applications/${id}`, { headers })).text()
  const list = await (await askRecords('career-applications', { headers })).text()
  for (const text of [record, list]) expect(text).not.toContain(good.resumeFileBase64)
})

test.each([
  ['../../etc/passwd.pdf', 'filename=".._.._etc_passwd.pdf"'],
  ['a"; x="b.pdf', 'filename="a__ x__b.pdf"'],
  ['Lebenslauf Ä.pdf', `filename*=UTF-8''Lebenslauf%20%C3%84.pdf`],
])('a file named %s cannot change the header', async (name, expected) => {
  const id = await applied(upload(pdf(100), name))
  const answer = await askResume(id, { headers: await signIn() })
  expect(answer.headers.get('content-disposition')).toContain(expected)
})

test.each([
  ['Resume.exe', 'Resume.exe.pdf'],
  ['cv.html', 'cv.html.pdf'],
  ['Resume', 'Resume.pdf'],
  ['CV.PDF', 'CV.PDF'],
])('an older record’s %s is downloaded as %s', async (name, expected) => {
  const applications = collectionOf(careers, {})
  const now = await read(applications, await applied(good))
  if (!now) throw new Error('The application is not there.')
  const id = newId()
  const email = `${randomUUID()}@engine.test`
  const submission = { ...now.submission, id, email, resumeFileName: name }
  await addFile(applications, id, new Uint8Array(pdf(100)).buffer)
  await add(applications, { submission, attempt: randomUUID(), digest: randomUUID() })
  const headers = { ...(await signIn()), ...ownPage }
  const answer = await askResume(id, { headers })
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${expected}"`)
  const person: unknown = await (await askPeople({ email }, 'export', { headers })).json()
  expect(person).toMatchObject({ items: [{ record: { resumeFileName: expected } }] })
})

test('an older file that is not a PDF is refused', async () => {
  const applications = collectionOf(careers, {})
  const now = await read(applications, await applied(good))
  const id = newId()
  await addFile(applications, id, new Uint8Array(Buffer.from('MZ and %PDF- behind it')).buffer)
  const submission = { ...now?.submission, id, createdAt: new Date().toISOString() }
  await add(applications, { submission, attempt: randomUUID(), digest: randomUUID() })
  const answer = await askResume(id, { headers: await signIn() })
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { error: 'This file is not a PDF: it is not given out.' },
  ])
})

test('the same key with another file is refused', async () => {
  const key = randomUUID()
  const answers = await answersTo(careers)
  expect((await send(careers, { ...answers, ...good }, key)).status).toBe(201)
  const other = pdf(100)
  other.write('else', 50)
  expect((await send(careers, { ...answers, ...upload(other) }, key)).status).toBe(422)
})

test('a resume needs a session', async () => {
  const id = await applied(good)
  expect((await askResume(id)).status).toBe(401)
  const headers = await signIn()
  expect((await askResume('9-x', { headers })).status).toBe(404)
})

test('a held application has its resume before and after its release', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const id = await applied({ ...good, honeypot: 'x' })
  expect((await askResume(id, { headers })).status).toBe(200)
  const release = `career-applications/${id}/release`
  const released = await askRecords(release, { method: 'POST', headers })
  expect(await released.json()).toEqual({ ok: true, id })
  const answer = await askResume(id, { headers })
  expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(good.resumeFileBase64)
})

test('a refused flood does not use the daily limit for files', async () => {
  vi.stubEnv('FLOOD_LIMIT', '1')
  vi.stubEnv('FILES_A_DAY_MIB', '100000')
  const file = upload(pdf(2_048))
  const statuses = []
  const before = (await kv.list('window/files/')).length
  for (let i = 0; i < 6; i++) {
    const body = { ...(await answersTo(careers)), ...file }
    const captchaToken = await token(careers.captchaAction)
    const headers = { 'idempotency-key': randomUUID() }
    const sent = { body: { ...body, captchaToken }, headers, address: '198.51.100.77' }
    statuses.push((await askForm('careers', sent)).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 503, 503])
  expect((await kv.list('window/files/')).length - before).toBe(4)
})

test('a file counts towards the daily limit once, also after a retry', async () => {
  const body = { ...(await answersTo(careers)), ...upload(pdf(2_048)) }
  const before = (await kv.list('window/files/')).length
  const key = randomUUID()
  // The record is missing, so the retry does not repeat a stored attempt.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = dieAt(8, false)
  expect((await send(careers, body, key)).status).toBe(503)
  putBack()
  expect((await kv.list('window/files/')).length - before).toBe(1)
  expect((await send(careers, body, key)).status).toBe(201)
  expect((await kv.list('window/files/')).length - before).toBe(1)
})

test('the file is checked only after the bot check', async () => {
  const page = upload(Buffer.from('<!doctype html>'))
  const body = { ...(await answersTo(careers)), ...page, captchaToken: 'x' }
  expect((await send(careers, body)).status).toBe(400)
})

test('a listing of the day’s files that is empty refuses no file', async () => {
  const putBack = interceptStorage(
    (storage) => (input, init) =>
      requestName(input, init).startsWith('get prefix=window/files/')
        ? Promise.resolve(Response.json({ blobs: [], directories: [] }))
        : storage(input, init),
  )
  const id = await applied(good)
  putBack()
  expect((await fileBudget()).refusedAt).toBeNull()
  expect((await askResume(id, { headers: await signIn() })).status).toBe(200)
})

test('above the daily limit an application is held without its file, and the answer says so', async () => {
  const refusedAt = async () => (await fileBudget()).refusedAt
  expect(await refusedAt()).toBeNull()
  // The earlier tests have sent less than this.
  vi.stubEnv('FILES_A_DAY_MIB', '20')
  const file = upload(pdf(LIMIT - 1))
  const key = randomUUID()
  const body = { ...(await answersTo(careers)), ...file }
  const answers: unknown[] = []
  for (let i = 0; i < 6; i++) {
    const answer = await send(careers, body, i === 5 ? key : randomUUID())
    answers.push(await answer.json())
  }
  expect(answers.at(-1)).toMatchObject({
    ok: true,
    notice: resumeNotKept((await readStudio()).email),
  })
  expect(await refusedAt()).not.toBeNull()
  const { id } = answers.at(-1) as { id: string }
  const headers = await signIn()
  const held = await askRecords(`career-applications/${id}?state=held`, { headers })
  expect(await held.json()).toMatchObject({ signals: ['file not kept'], lacksFile: true })
  expect((await askResume(id, { headers })).status).toBe(404)
  // After a release the studio still learns that there is no file.
  const applications = collectionOf(careers, {})
  const path = `career-applications/${id}`
  await askRecords(`${path}/release`, { method: 'POST', headers: { ...headers, ...ownPage } })
  expect(await (await askRecords(path, { headers })).json()).toMatchObject({ lacksFile: true })
  const submission = (await read(applications, id))?.submission
  expect(submission).toBeDefined()
  const mail = submission && (await recordMail(await noticeOf(applications, submission)))
  expect(mail?.text).toContain('The resume was not kept: the sender was asked to mail it.')
  // A retry gets the same answer, although there is room again.
  vi.stubEnv('FILES_A_DAY_MIB', '')
  expect((await fileBudget()).limitMib).toBe(500)
  expect(await (await send(careers, body, key)).json()).toEqual(answers.at(-1))
})
