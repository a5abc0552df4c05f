import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { apps, words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { listed, openAdmin } from './people.ts'

const { submit, answers } = words('forms/waitlist')
const { meanwhile } = words('forms/all-forms')

const form = (page: Page, id: string) => page.locator(`form#${id}`)
const joinButton = (page: Page, id: string) => form(page, id).getByRole('button')

/** A new address, because tests share a site and a list takes an address once. */
const someone = () => `${randomUUID()}@engine.test`

async function fill(page: Page, id: string, email: string, name = '') {
  await form(page, id).getByLabel('Email').fill(email)
  await form(page, id).getByLabel('Name').fill(name)
}

for (const { id, waitlist: slug, name } of apps) {
  test(`both forms of ${name} add an address to its list once`, async ({ page, site }) => {
    await openAdmin(page, site)
    const list = `waitlist/entries?projectSlug=${slug}`
    const { total } = await listed(page, list)
    const email = someone()
    await page.goto(`/${id}`)
    await fill(page, 'waitlist', email, 'Ada')
    await joinButton(page, 'waitlist').click()
    const top = form(page, 'waitlist')
    await expect(top.getByRole('status')).toHaveText(answers.joined)
    await expect(top.getByLabel('Email')).toHaveValue('')
    await expect(top.getByLabel('Name')).toHaveValue('')

    await fill(page, 'waitlist-end', ` ${email.toUpperCase()}`)
    await joinButton(page, 'waitlist-end').click()
    const end = form(page, 'waitlist-end')
    await expect(end.getByRole('status')).toHaveText(answers.duplicate)
    await expect(end.getByLabel('Email')).toHaveValue('')

    const now = await listed(page, list)
    expect(now.total).toBe(total + 1)
    expect(now.items[0]).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      email,
      name: 'Ada',
      source: 'landing',
      projectSlug: slug,
      projectName: name,
      state: expect.objectContaining({ seenAt: null }),
    })
  })
}

const outcomes: [number, object, string, boolean][] = [
  [200, { ok: true, duplicate: true }, answers.duplicate, false],
  [429, { error: 'Slow down.' }, answers.duplicate, true],
  [500, { error: 'Broken.' }, answers.failed, true],
  [422, { error: 'Wrong.' }, answers.failed, true],
  [200, {}, answers.failed, true],
]

test('every answer has its message, and a failure keeps the typed text', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/422|429|500/)
  for (const [status, json, words, isKept] of outcomes) {
    const answer = `${status} ${JSON.stringify(json)}`
    await page.goto('/calmist')
    await page.route('**/api/forms/waitlist', (route) => route.fulfill({ status, json }))
    await fill(page, 'waitlist', 'ada@engine.test', 'Ada')
    await joinButton(page, 'waitlist').click()
    const sheet = form(page, 'waitlist')
    await expect(sheet.getByRole('status'), answer).toHaveText(words)
    await expect(sheet.getByLabel('Email'), answer).toHaveValue(isKept ? 'ada@engine.test' : '')
    await expect(sheet.getByLabel('Name'), answer).toHaveValue(isKept ? 'Ada' : '')
    await expect(joinButton(page, 'waitlist')).toBeFocused()
  }
})

test('during sending, the button says so and the last message is gone', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/500/)
  await withoutTimeLimits(page)
  await page.goto('/calmist')
  await page.route('**/api/forms/waitlist', (route) => route.fulfill({ status: 500, json: {} }))
  await fill(page, 'waitlist', someone())
  await joinButton(page, 'waitlist').click()
  await expect(form(page, 'waitlist').getByRole('status')).toHaveText(answers.failed)

  const mayGo = Promise.withResolvers<undefined>()
  await page.unroute('**/api/forms/waitlist')
  await page.route('**/api/forms/waitlist', async (route) => {
    await mayGo.promise
    await route.continue()
  })
  await joinButton(page, 'waitlist').click()
  await expect(joinButton(page, 'waitlist')).toHaveText(submit.busy)
  await expect(joinButton(page, 'waitlist')).toBeDisabled()
  await expect(form(page, 'waitlist').getByRole('status')).toBeEmpty()
  mayGo.resolve(undefined)
  await expect(form(page, 'waitlist').getByRole('status')).toHaveText(answers.joined)
})

test('an address that is corrected while the first is being sent is not said to be on the list', async ({
  page,
}) => {
  await withoutTimeLimits(page)
  await page.goto('/calmist')
  const mayGo = Promise.withResolvers<undefined>()
  await page.route('**/api/forms/waitlist', async (route) => {
    await mayGo.promise
    await route.continue()
  })
  const sheet = form(page, 'waitlist')
  const right = someone()
  await fill(page, 'waitlist', someone())
  const sent = page.waitForRequest('**/api/forms/waitlist')
  await joinButton(page, 'waitlist').click()
  await sent
  await sheet.getByLabel('Email').fill(right)
  mayGo.resolve(undefined)
  await expect(sheet.getByRole('status')).toHaveText(`${answers.joined} ${meanwhile}`)
  await expect(sheet.getByLabel('Email')).toHaveValue(right)

  await joinButton(page, 'waitlist').click()
  await expect(sheet.getByRole('status')).toHaveText(answers.joined)
  await expect(sheet.getByLabel('Email')).toHaveValue('')
})

test('a wrong address gets the page’s own message before anything is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto('/calmist')
  for (const id of ['waitlist', 'waitlist-end']) {
    const email = form(page, id).getByLabel('Email')
    for (const [typed, words] of [
      ['', /^Please fill out this field\.$/],
      ['ada', /^Please include an '@'/],
      // only the browser refuses the first address, and only the site refuses the second
      ['ada@engine_room.test', /^A part following '@' should not contain the symbol '_'\.$/],
      ['ada@engine', /^Enter a valid email address\.$/],
    ] as const) {
      await email.fill(typed)
      await expect(email).not.toHaveAttribute('aria-invalid')
      await joinButton(page, id).click()
      await expect(email).toHaveAttribute('aria-invalid', 'true')
      await expect(email).toHaveAccessibleDescription(words)
      await expect(email).toBeFocused()
      // A browser bubble would cover the name.
      await expect(form(page, id)).toHaveJSProperty('noValidate', true)
      await expect(form(page, id).getByRole('status')).toBeEmpty()
    }
  }
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([])
})
