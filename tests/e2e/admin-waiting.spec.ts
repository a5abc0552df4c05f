import type { Page, Route } from 'playwright/test'
import { stopClock } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { firstLook, linesRead, markedRead, row, signIn } from './people.ts'
import { dressed } from './settled.ts'
import { sendMessage } from './submissions.ts'

/** Tests requests that wait while a store without rows is read in portions. */

const READING = 'Not all records could be read yet. Please try again.'

/** The server's answer until all records are read. */
const notYet = (route: Route, done: number) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '5' },
    json: { error: READING, indexed: { done, of: 100_000 } },
  })

/** Answers the first requests with growing progress, and counts all requests. */
async function readInPortions(page: Page, address: string, portions: number) {
  const asked = { count: 0 }
  await page.route(address, async (route) => {
    asked.count++
    if (asked.count > portions) await route.continue()
    else await notYet(route, asked.count * 20_000)
  })
  return asked
}

const person = (page: Page) => page.getByRole('dialog', { name: 'Everything from' })

/** Opens the only message of a person, on a clock that the test moves. */
async function openRecord(page: Page, site: Parameters<typeof signIn>[1]) {
  const stamp = Date.now()
  const [name, email] = [`Waited ${stamp}`, `waited-${stamp}@example.com`]
  const id = await sendMessage(site, { name, email })
  await signIn(page, site)
  await page.clock.install()
  await page.goto(`/admin?tab=contact&record=${id}`)
  await expect(page.getByRole('button', { name: 'All from this person (1)' })).toBeVisible()
  await markedRead(page)
  await firstLook(page)
  await stopClock(page)
  return { name, email }
}

test('the dialog of a person waits, with its progress, until all lists are read', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await openRecord(page, site)
  const asked = await readInPortions(page, '**/api/admin/people', 2)
  await page.getByRole('button', { name: 'All from this person (1)' }).click()
  await expect(person(page).getByRole('status')).toHaveText('Looking in every list…')
  await expect(person(page)).toContainText('20,000 of 100,000 records read so far.')
  expect(asked.count).toBe(1)
  await page.clock.runFor(5_000)
  await expect(person(page)).toContainText('40,000 of 100,000 records read so far.')
  await expect(person(page).getByRole('alert')).toBeHidden()
  await page.clock.runFor(5_000)
  await expect(person(page).getByRole('button', { name: 'Erase all 1' })).toBeVisible()
  await expect(person(page)).not.toContainText('read so far')
  expect(asked.count).toBe(3)
})

test('closing the dialog stops the wait, and a wait without progress ends', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await openRecord(page, site)
  let count = 0
  await page.route('**/api/admin/people', async (route) => {
    count++
    await notYet(route, 20_000)
  })
  const open = page.getByRole('button', { name: 'All from this person (1)' })
  await open.click()
  await expect(person(page)).toContainText('20,000 of 100,000')
  await page.keyboard.press('Escape')
  await expect(person(page)).toBeHidden()
  await page.clock.runFor(60_000)
  expect(count).toBe(1)

  // every answer has the same progress
  await open.click()
  for (let asks = 2; asks <= 7; asks++) {
    await expect.poll(() => count).toBe(asks)
    await expect(person(page).getByRole('status')).toBeVisible()
    await page.clock.runFor(5_000)
  }
  await expect(person(page).getByRole('alert')).toContainText('Request failed')
  await page.clock.runFor(60_000)
  expect(count).toBe(8)
  await page.unroute('**/api/admin/people')
  await person(page).getByRole('button', { name: 'Retry' }).click()
  await expect(person(page).getByRole('button', { name: 'Erase all 1' })).toBeVisible()
})

test('the export and the erasure of a person wait until all lists are read', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const { name } = await openRecord(page, site)
  await page.getByRole('button', { name: 'All from this person (1)' }).click()
  await readInPortions(page, '**/api/admin/people/export', 1)
  const downloading = page.waitForEvent('download')
  await person(page).getByRole('button', { name: 'Export everything' }).click()
  await expect(person(page).getByRole('status')).toContainText('saved as soon as they can')
  await expect(person(page)).toContainText('20,000 of 100,000')
  await page.clock.runFor(5_000)
  await downloading
  await expect(person(page)).not.toContainText('read so far')

  await linesRead(page)
  const asked = await readInPortions(page, '**/api/admin/people/erase', 1)
  await person(page).getByRole('button', { name: 'Erase all 1' }).click()
  const question = page.getByRole('dialog', { name: 'Erase 1 record?' })
  await question.getByRole('button', { name: 'Erase 1 record' }).click()
  await expect(question.getByRole('status')).toContainText('Nothing is erased until they can')
  // “Keep it” cancels the waiting erasure
  await question.getByRole('button', { name: 'Keep it' }).click()
  await page.clock.runFor(60_000)
  expect(asked.count).toBe(1)
  await expect(page.getByText('Nothing was erased:')).toHaveCount(0)
  await person(page).getByRole('button', { name: 'Erase all 1' }).click()
  await question.getByRole('button', { name: 'Erase 1 record' }).click()
  await expect(row(page, name)).toBeHidden()
})

test('an interrupted erasure says how much is left, also after a lost answer', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/, /ERR_FAILED/)
  const { email } = await openRecord(page, site)
  await sendMessage(site, { name: 'Another one', email })
  await page.reload()
  await page.getByRole('button', { name: 'All from this person (2)' }).click()
  await linesRead(page)
  await person(page).getByRole('button', { name: 'Erase all 2' }).click()
  const question = page.getByRole('dialog', { name: /^Erase \d records?\?/ })
  // one record is erased, then storage fails
  await page.route('**/people/erase', async (route) => {
    const { items } = (await (
      await page.request.post('/api/admin/people', {
        data: { email },
        headers: { origin: site.url },
      })
    ).json()) as { items: { id: string }[] }
    await page.request.delete(`/api/admin/contact-submissions/${items[0]?.id}`, {
      headers: { origin: site.url },
    })
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { error: '1 of 2 are left. Please try again.', left: 1 },
    })
  })
  await question.getByRole('button', { name: 'Erase 2 records' }).click()
  await expect(question.getByRole('alert')).toContainText('1 could not be erased; the others were')
  await expect(question.getByRole('button', { name: 'Erase 1 record' })).toBeEnabled()
  await page.unroute('**/people/erase')

  // the record is erased, and the answer is lost
  await page.route('**/people/erase', async (route) => {
    // A busy store may ask for patience first.
    await expect(async () => {
      expect((await route.fetch()).ok()).toBe(true)
    }).toPass()
    await route.abort()
  })
  await question.getByRole('button', { name: 'Erase 1 record' }).click()
  await expect(person(page)).toContainText('Nothing from this person is stored any more.')
  await expect(question).toBeHidden()
})

test('an export waits until all records are read', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  const name = `Filed ${Date.now()}`
  await sendMessage(site, { name })
  await signIn(page, site)
  await page.clock.install()
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
  await firstLook(page)
  await stopClock(page)
  await readInPortions(page, '**/contact-submissions.csv*', 2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these as CSV' }).click()
  await expect(page.getByText('Some records cannot be read yet')).toBeVisible()
  for (const done of ['20,000', '40,000']) {
    await expect(page.getByText(`${done} of 100,000 records read so far.`)).toBeVisible()
    await page.clock.runFor(5_000)
  }
  await downloading
  await expect(page.getByText('Some records cannot be read yet')).toBeHidden()
})

test('an export that meets a busy server says so, below the tools', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await sendMessage(site, { name: `Busy ${Date.now()}` })
  await signIn(page, site)
  await page.clock.install()
  await page.goto('/admin?tab=contact')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await firstLook(page)
  await dressed(page)
  await stopClock(page)
  const places = async () => [
    await page.getByRole('searchbox').boundingBox(),
    await page.locator('.table-frame').boundingBox(),
  ]
  const before = await places()
  await page.route(
    '**/contact-submissions.csv*',
    (route) => route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: {} }),
    { times: 1 },
  )
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(page.getByText('The server is busy. This goes on by itself.')).toBeVisible()
  expect(await places()).toEqual(before)
  await page.clock.runFor(5_000)
  await downloading
})
