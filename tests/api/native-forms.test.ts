import { expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { forms } from '#forms/index.ts'
import { waitlist } from '#forms/waitlist.ts'
import { check } from '#forms/judging/check.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { withOpenChoices } from '#server/content/offered.ts'
import * as kv from '#server/storage/kv.ts'
import { words } from '../content.ts'
import { ownBuildId, useOwnBuild } from '../own-build.ts'
import { answersTo } from './answers.ts'
import { held, nativeBody, sendNatively } from './native.ts'
import { askForm, interceptStorage, message, send, useStudio } from './studio.ts'

/** The part of the page that is not the same for every form. */
const bodyOf = async (answer: Response) =>
  /<div class="measure native">[^]*?(<\/form>|<footer)|<p>[^]*/.exec(await answer.text())?.[0] ?? ''

/** Forms as a browser sends them where no script runs. */

useStudio()
useOwnBuild()

const { refused } = words('forms/without-script')
const long = { ...message, message: 'Two lines\nof “text” & more.' }

test.each(forms)('$name is stored as with script, and held once', async (form) => {
  const answers = await answersTo(form)
  const first = await sendNatively(form, answers)
  expect(first.status).toBe(303)
  expect(first.headers.get('location')).toBe(`/sent/${form.name}`)
  expect(first.headers.get('x-build')).toBe(ownBuildId)
  const { answers: expected = {} } = check(await withOpenChoices(form), answers)
  const { name } = collectionOf(form, expected)
  const stored = await held(name)
  expect(stored).toEqual([
    {
      ...expected,
      id: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      signals: ['no bot check'],
    },
  ])
  // a reload, a double press, and Back with another press
  const more = await Promise.all([1, 2, 3].map(() => sendNatively(form, answers)))
  expect(more.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(await held(name)).toEqual(stored)
})

test('line breaks count as with script, and a resume keeps its bytes', async () => {
  const text = `${'a\n'.repeat(4_999)}bb`
  expect((await sendNatively(contact, { ...message, message: text })).status).toBe(303)
  expect((await held()).some((one) => one['message'] === text)).toBe(true)
  const answers = await answersTo(careers)
  await sendNatively(careers, answers)
  const [file] = (await kv.list('file/')).sort()
  const bytes = Buffer.from((await kv.getFile(file ?? '')) ?? new ArrayBuffer())
  expect(bytes.toString('base64')).toBe(answers['resumeFileBase64'])
})

test('other answers, or the same after two hours, are another message', async () => {
  const now = Date.now()
  const hour = 60 * 60 * 1_000
  const clock = vi.spyOn(Date, 'now')
  const sentAt = async (ms: number, text: string) => {
    clock.mockReturnValue(ms)
    await sendNatively(contact, { ...message, message: text })
    return (await held()).filter((one) => String(one['message']).startsWith('Again')).length
  }
  const full = Math.floor(now / hour - 3) * hour
  expect(await sentAt(full - 1, 'Again')).toBe(1)
  // the hour ends between two presses
  expect(await sentAt(full + 1, 'Again')).toBe(1)
  expect(await sentAt(full + 1, 'Again.')).toBe(2)
  // or it begins, by the clock of another instance, after the first one
  expect(await sentAt(full - 1, 'Again.')).toBe(2)
  expect(await sentAt(full + 2 * hour, 'Again')).toBe(3)
  clock.mockRestore()
})

test('a waitlist answers one that is on it like a new one', async () => {
  const answers = await answersTo(waitlist)
  expect((await send(waitlist, answers)).status).toBe(201)
  const answer = await sendNatively(waitlist, { ...answers, name: 'Somebody else' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/sent/waitlist')
})

test('the honeypot and a flood are reasons too', async () => {
  vi.stubEnv('FLOOD_LIMIT', '1')
  const address = '198.51.100.3'
  const body = () => nativeBody(contact, { ...message, message: `${Math.random()}` })
  const trapped = body()
  trapped.set('website', 'https://spam.test')
  expect((await askForm('contact', { body: trapped, address })).status).toBe(303)
  expect((await held())[0]).toMatchObject({ signals: ['no bot check', 'honeypot'] })
  for (let i = 0; i < 3; i++) {
    expect((await askForm('contact', { body: body(), address })).status).toBe(303)
  }
  expect((await held())[0]).toMatchObject({ signals: ['no bot check', 'flood'] })
  const beyond = await askForm('contact', { body: body(), address })
  expect(beyond.status).toBe(503)
  expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0)
  const html = await bodyOf(beyond)
  expect(html).toContain(contact.failure)
  expect(html).toContain(refused.kept)
})

test('an application beyond the day’s room for files is asked for by mail', async () => {
  vi.stubEnv('FILES_A_DAY_MIB', '0.00001')
  const answer = await sendNatively(careers, await answersTo(careers))
  expect(answer.headers.get('location')).toBe('/sent/careers-without-file')
  const [newest] = await held(careers.collection)
  expect(newest).toMatchObject({ signals: ['no bot check', 'file not kept'] })
})

test('a refused page has the words, and nothing of what was typed as markup', async () => {
  const name = '"><script>alert(1)</script>'
  const answer = await sendNatively(contact, { ...long, name, email: '' })
  expect(answer.status).toBe(422)
  expect(answer.headers.get('x-build')).toBe(ownBuildId)
  const html = await bodyOf(answer)
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;')
  expect(html).not.toContain('alert(1)</script>')
  expect(html).toContain('Two lines\nof “text” &amp; more.</textarea>')
  expect(html.match(/Email address is required\./g)).toHaveLength(2)
  expect(html).toContain('name="website"')
})

test('a file is asked for once more where another field is wrong', async () => {
  const answers = await answersTo(careers)
  const html = await bodyOf(await sendNatively(careers, { ...answers, fullName: '' }))
  expect(html).toContain(refused.fileAgain)
  const missing = await bodyOf(await sendNatively(careers, { ...answers, resumeFileName: '' }))
  expect(missing).not.toContain(refused.fileAgain)
})

test('another site’s page is refused with a link to the form', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
  ]) {
    const answer = await sendNatively(contact, message, { headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await bodyOf(answer)
    expect(html).toContain('<a href="/contact">')
    expect(html).not.toContain(message.email)
  }
})

test('where storage is down, the form stands there to be sent again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = interceptStorage(() => () => Promise.reject(new TypeError('down')))
  const answer = await sendNatively(contact, message)
  putBack()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  const html = await bodyOf(answer)
  expect(html).toContain(contact.failure)
  expect(html).toContain(message.message)
  expect(log).toHaveBeenCalled()
})

test('without the build’s pages the words alone are the answer', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('FORM_PAGES', 'file:///no/such/file.mjs')
  const answer = await sendNatively(contact, { ...message, email: '<b>' })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('<p>Enter a valid email address.</p>')
  expect(log).toHaveBeenCalled()
})
