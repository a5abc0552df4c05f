import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { resumeNotKept } from '#forms/resume.ts'
import { roles, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { listed, openAdmin, pdf } from './people.ts'

const { submit, sent, resume: field } = words('forms/careers')

const last = roles.at(-1)
if (!last) throw new Error('The form needs a role.')

const MIB = 1024 * 1024

const role = (page: Page) => page.getByLabel('Role')
const resume = (page: Page) => page.getByLabel('Resume', { exact: true })

const file = (buffer: Buffer, name = 'cv.pdf', mimeType = 'application/pdf') => ({
  name,
  mimeType,
  buffer,
})

/** Fills the required fields except the resume. */
async function writeApplication(page: Page) {
  await page.getByLabel('Full name').fill('Mary Jackson')
  await page.getByLabel('Work email').fill('mary@wing.test')
  await page.getByLabel('Phone number').fill('+91 98000 00000')
  await page.getByLabel('Current location').fill('Gurgaon')
  await page.getByLabel('Years of experience').fill('12')
}

/** Limits the upload speed, in bytes per second, until the returned function is called. */
async function slowUpload(page: Page, uploadThroughput: number) {
  const client = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await client.send('Network.emulateNetworkConditions', conditions)
  return () =>
    client.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 })
}

/** Every text of the row with the button, also one that a busy machine shows for a moment. */
const saidWhileSending = (page: Page) =>
  page.locator('.send').evaluateHandle((row) => {
    const texts: string[] = []
    const note = () => texts.push(row.textContent)
    new MutationObserver(note).observe(row, { subtree: true, childList: true, characterData: true })
    return texts
  })

test.beforeEach(({ page }) => page.goto('/careers'))

test('every field rule has its own message', async ({ page }) => {
  await page.getByLabel('Work email').fill('mary@wing')
  await page.getByLabel('LinkedIn').fill('linkedin.test/mary')
  await page.getByLabel('Portfolio').fill('ftp://mary.test')
  await page.getByRole('button', { name: submit.label }).click()
  for (const words of [
    'Full name is required.',
    'Enter a valid email address.',
    'Phone number is required.',
    'Let us know your current location.',
    'Share your years of experience.',
    'Upload your resume in PDF format.',
    'Provide a valid LinkedIn URL (https://www.linkedin.com/in/…).',
    'Provide a valid portfolio URL (https://example.com).',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
})

const refusals: [string, ReturnType<typeof file>, string][] = [
  ['a picture', file(pdf(100), 'cv.png', 'image/png'), 'Please upload a PDF resume.'],
  ['a page dressed as a PDF', file(Buffer.from('<html>%PDF-')), 'Please upload a PDF resume.'],
  ['a PDF with a program’s name', file(pdf(100), 'cv.exe'), 'Please upload a PDF resume.'],
  ['4 MiB', file(pdf(4 * MIB)), 'Resume must be smaller than 4 MB.'],
]

test('a wrong file is refused as a resume, and the choice is cleared', async ({ page }) => {
  for (const [what, chosen, words] of refusals) {
    await resume(page).setInputFiles(file(pdf(2_048), 'good.pdf'))
    await expect(page.getByText('good.pdf 2 KB'), what).toBeVisible()
    await resume(page).setInputFiles(chosen)
    await expect(page.getByText(words), what).toBeVisible()
    await expect(page.getByText('good.pdf'), what).toBeHidden()
    expect(await resume(page).inputValue(), what).toBe('')

    await resume(page).setInputFiles(file(pdf(2_048), 'better.pdf'))
    await expect(page.getByText(words), what).toBeHidden()
    await page.getByRole('button', { name: field.remove }).click()
    await expect(page.getByText('better.pdf'), what).toBeHidden()
    expect(await resume(page).inputValue(), what).toBe('')
  }
})

test('a resume that was deleted before sending is reported at its field', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'resume-'))
  const path = join(folder, 'gone.pdf')
  await writeFile(path, pdf(2_048))
  await writeApplication(page)
  await resume(page).setInputFiles(path)
  await expect(page.getByText('gone.pdf 2 KB')).toBeVisible()
  await rm(folder, { recursive: true })
  await page.getByRole('button', { name: submit.label }).click()
  await expect(page.getByText('Failed to read file.')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Mary Jackson')
  await expect(page.getByRole('button', { name: submit.label })).toBeEnabled()
})

test('the largest resume arrives unchanged, with its upload progress', async ({ page, site }) => {
  const bytes = pdf(4 * MIB - 1)
  await openAdmin(page, site)
  await writeApplication(page)
  await resume(page).setInputFiles(file(bytes, 'Lebenslauf “Ä”.pdf'))
  await expect(page.getByText('4,096 KB')).toBeVisible()
  await role(page).selectOption(last.slug)
  const goOn = await slowUpload(page, MIB / 2)
  const said = await saidWhileSending(page)
  await page.getByRole('button', { name: submit.label }).click()
  await expect(page.getByRole('button', { name: submit.busy })).toBeDisabled()
  const progress = new RegExp(`${words('forms/all-forms').uploading} \\d+%`)
  await expect
    .poll(() => said.jsonValue(), { timeout: 90_000 })
    .toContainEqual(expect.stringMatching(progress))
  await goOn()
  await expect(page.getByRole('heading', { name: sent.heading })).toBeVisible()

  const [newest] = (await listed(page, 'career-applications')).items
  expect(newest).toMatchObject({
    roleTitle: last.title,
    resumeFileSize: 4 * MIB - 1,
  })
  const download = await page.request.get(`/api/admin/career-applications/${newest?.id}/resume`)
  const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(sum(await download.body())).toBe(sum(bytes))
  expect(download.headers()['content-disposition']).toContain('attachment; ')

  // the blank form keeps the chosen role
  await page.getByRole('button', { name: sent.again }).click()
  await expect(role(page)).toHaveValue(last.slug)
  await expect(page.getByText('4,096 KB')).toBeHidden()
})

test('choosing another role during sending sends no second application', async ({ page, site }) => {
  await openAdmin(page, site)
  const { total } = await listed(page, 'career-applications')
  await writeApplication(page)
  await resume(page).setInputFiles(file(pdf(2_048), 'cv.pdf'))
  let answerNow = () => {}
  const held = new Promise<void>((resolve) => (answerNow = resolve))
  await page.route('**/api/forms/careers', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: submit.label }).click()
  const busy = page.getByRole('button', { name: submit.busy })
  await expect(busy).toBeDisabled()
  await role(page).selectOption({ index: 1 })
  await expect(busy).toBeDisabled()
  answerNow()
  await expect(page.getByRole('heading', { name: sent.heading })).toBeVisible()
  expect((await listed(page, 'career-applications')).total).toBe(total + 1)
})

test('a resume that is removed during sending is said to be sent', async ({ page }) => {
  await writeApplication(page)
  await resume(page).setInputFiles(file(pdf(2_048)))
  const mayGo = Promise.withResolvers<undefined>()
  await page.route('**/api/forms/careers', async (route) => {
    await mayGo.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/forms/careers')
  await page.getByRole('button', { name: submit.label }).click()
  await asked
  await page.getByRole('button', { name: field.remove }).click()
  mayGo.resolve(undefined)
  await expect(page.locator('.sent [role=status]')).toHaveText(words('forms/all-forms').meanwhile)
  await page.getByRole('button', { name: sent.again }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Mary Jackson')
  expect(await resume(page).inputValue()).toBe('')
})

test('the thank-you text asks for a resume that was not kept', async ({ page }) => {
  const notice = resumeNotKept('hello@studio.test')
  await page.route('**/api/forms/careers', (route) =>
    route.fulfill({ status: 201, json: { ok: true, id: '1-abcdef012345', notice } }),
  )
  await writeApplication(page)
  await resume(page).setInputFiles(file(pdf(2_048)))
  await page.getByRole('button', { name: submit.label }).click()
  const thanks = page.locator('.sent')
  await expect(thanks.getByRole('heading')).toBeFocused()
  await expect(thanks.getByRole('status')).toHaveText(
    'We could not keep your resume today. Please mail it to hello@studio.test.',
  )
  await expect(thanks.getByRole('status')).toBeVisible()
  await expect(thanks.getByRole('heading')).toHaveAccessibleDescription(notice)
  expect(await axeViolations(page)).toEqual([])

  // the next application gets the usual thanks
  await page.unroute('**/api/forms/careers')
  await page.getByRole('button', { name: sent.again }).click()
  await writeApplication(page)
  await resume(page).setInputFiles(file(pdf(2_048)))
  await page.getByRole('button', { name: submit.label }).click()
  await expect(thanks.getByRole('heading')).toBeFocused()
  await expect(thanks.getByRole('status')).toHaveCount(0)
})
