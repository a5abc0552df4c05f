import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { listed, openAdmin, pdf, think } from './people.ts'

/** Each form, filled as a person does: by its labels. */
type Journey = {
  path: string
  collection: string
  fill: (page: Page) => Promise<void>
  send: string
  busy: string
  thanks: string
  promise: RegExp
  again: string
  stored: Record<string, unknown>
}

const journeys: Journey[] = [
  {
    path: '/investors',
    collection: 'investor-submissions',
    async fill(page) {
      await page.getByLabel('Full name').fill(' Ada Lovelace ')
      await page.getByLabel('Email', { exact: true }).fill('ada@fund.test')
      await page.getByLabel('Firm').fill('Engine Fund')
      await page.getByLabel('Investor type').selectOption('Angel Syndicate')
      await page.getByLabel('Growth').check()
      await page.getByLabel('Pre-seed').check()
      await page.getByLabel('Message').fill('Two lines\nof text.')
    },
    send: 'Submit interest',
    busy: 'Submitting...',
    thanks: 'Thank you',
    promise: /data room and next steps .* within two business days/,
    again: 'Submit another interest',
    stored: {
      fullName: 'Ada Lovelace',
      email: 'ada@fund.test',
      firmName: 'Engine Fund',
      investorType: 'Angel Syndicate',
      stageFocus: ['Pre-seed', 'Growth'],
      dataRoomInterest: 'Yes - send me the data room',
      message: 'Two lines\nof text.',
    },
  },
  {
    path: '/eir',
    collection: 'eir-submissions',
    async fill(page) {
      await page.getByLabel('Full name').fill('Grace Hopper')
      await page.getByLabel('Email', { exact: true }).fill('grace@sea.test')
      await page.getByLabel('LinkedIn').fill('https://linkedin.test/in/grace')
      await page.getByLabel('How you would like to engage').selectOption('Open to both')
    },
    send: 'Submit profile',
    busy: 'Submitting...',
    thanks: 'Profile received',
    promise: /reply within five business days/,
    again: 'Submit another profile',
    stored: {
      fullName: 'Grace Hopper',
      email: 'grace@sea.test',
      linkedIn: 'https://linkedin.test/in/grace',
      timeCommitment: 'Full-time (0→1 build)',
      ideaStatus: 'Open to both',
    },
  },
  {
    path: '/careers',
    collection: 'career-applications',
    async fill(page) {
      await page.getByLabel('Role').selectOption({ label: 'Chief Revenue Officer' })
      await page.getByLabel('Full name').fill('Mary Jackson')
      await page.getByLabel('Work email').fill('mary@wing.test')
      await page.getByLabel('Phone number').fill('+91 98000 00000')
      await page.getByLabel('Current location').fill('Gurgaon')
      await page.getByLabel('Years of experience').fill('12')
      const file = { name: 'mary.pdf', mimeType: 'application/pdf', buffer: pdf(3_000) }
      await page.getByLabel('Resume', { exact: true }).setInputFiles(file)
      await expect(page.getByText('mary.pdf 3 KB')).toBeVisible()
    },
    send: 'Submit application',
    busy: 'Submitting...',
    thanks: 'Application received',
    promise: /A person reads it/,
    again: 'Send another application',
    stored: {
      roleSlug: 'chief-revenue-officer',
      roleTitle: 'Chief Revenue Officer',
      fullName: 'Mary Jackson',
      email: 'mary@wing.test',
      phone: '+91 98000 00000',
      currentLocation: 'Gurgaon',
      yearsExperience: '12',
      resumeFileName: 'mary.pdf',
      resumeFileType: 'application/pdf',
      resumeFileSize: 3_000,
    },
  },
]

for (const { path, collection, fill, send, busy, thanks, promise, again, stored } of journeys) {
  test(`${path} takes what is typed all the way`, async ({ page, site }) => {
    await openAdmin(page, site)
    await page.goto(path)
    await fill(page)
    await think(page)
    const form = page.locator('#form form')
    const blank = await form.locator('input, select, textarea').count()

    // held on its way, so that the form can be looked at meanwhile
    const arrived = Promise.withResolvers<undefined>()
    const mayGo = Promise.withResolvers<undefined>()
    await page.route('**/api/forms/*', async (route) => {
      if (route.request().method() === 'POST') {
        arrived.resolve(undefined)
        await mayGo.promise
      }
      await route.continue()
    })
    await page.getByRole('button', { name: send }).click()
    await arrived.promise
    await expect(page.getByRole('button', { name: busy })).toBeDisabled()
    mayGo.resolve(undefined)

    await expect(page.getByRole('heading', { name: thanks, exact: true })).toBeFocused()
    await expect(page.locator('#form .done')).toContainText(promise)
    const { items } = await listed(page, collection)
    expect(items[0]).toEqual({
      ...stored,
      id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-/),
    })

    await page.getByRole('button', { name: again }).click()
    await expect(form).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('')
    expect(await form.locator('input, select, textarea').count()).toBe(blank)
  })

  test(`${path} says what is missing and keeps the rest`, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expect(page.getByRole('alert')).toHaveText('Please review the highlighted fields.')
    const wrong = page.locator('[aria-invalid=true]')
    await expect(wrong).toHaveCount(path === '/careers' ? 6 : 2)
    // typing takes this field's message away, and the banner
    await page.getByLabel('Full name').fill('A')
    await expect(page.getByText('Full name is required.')).toBeHidden()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(wrong).toHaveCount(path === '/careers' ? 5 : 1)
  })

  test(`${path} keeps what was typed when it can't be sent`, async ({ page, allowConsole }) => {
    allowConsole(/503/)
    await page.goto(path)
    await fill(page)
    const before = await page.locator('#form form').evaluate(entries)
    await page.route('**/api/forms/*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { error: 'Storage sleeps.' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByRole('alert')).toHaveText('Storage sleeps.')
    expect(await page.locator('#form form').evaluate(entries)).toEqual(before)
    await expect(page.getByRole('button', { name: send })).toBeEnabled()
  })
}

/** What the form would send, its files by name and size. */
const entries = (form: Element) =>
  [...new FormData(form as HTMLFormElement)].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size] : [name, value],
  )
