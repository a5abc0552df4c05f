import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { openAdmin, row, signIn } from './people.ts'
import { joinWaitlist, sendMessage, sendMessages } from './submissions.ts'

const names = (page: Page) => page.locator('tbody .open-record')
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search this list' })
const nowhere = { x: 0, y: 0, width: 0, height: 0 }
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })

test('while a search runs, the rows before it rest, and so does their export', async ({
  page,
  site,
}) => {
  const name = `Sought ${Date.now()}`
  for (const one of ['alder', 'beech']) await sendMessage(site, { name: `${name} ${one}` })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(names(page).first()).toHaveText(`${name} beech`)
  const { promise: later, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    if (route.request().method() === 'POST') await later
    await route.continue()
  })
  await searchBox(page).fill(`${name} alder`)
  await expect(page.getByText('Searching…')).toBeVisible()
  const saving = page.getByRole('button', { name: 'Export these as CSV' })
  await expect(saving).toHaveAttribute('aria-disabled', 'true')
  const { x, y, width, height } = (await row(page, `${name} beech`).boundingBox()) ?? nowhere
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  answer(undefined)
  await expect(names(page)).toHaveText([`${name} alder`])
  await expect(saving).not.toHaveAttribute('aria-disabled')
  await expect(page.locator('tbody')).toHaveCSS('opacity', '1')
})

test('while another view is read, neither Tab nor a press meets a row of the one before', async ({
  page,
  site,
}) => {
  const name = `Rests ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(names(page)).toHaveCount(2)
  await names(page).last().focus()
  const { promise: later, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    await later
    await route.continue()
  })
  // The search is cleared, so both rows come again.
  await page.keyboard.press('Escape')
  await expect(page.locator('.list')).toHaveAttribute('aria-busy', 'true')
  const { x, y, width, height } = (await page.locator('thead .pick input').boundingBox()) ?? nowhere
  await page.mouse.click(x + width / 2, y + height / 2)
  expect(await page.locator('.pick :checked').count()).toBe(0)
  await page.getByRole('button', { name: 'Created' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.locator('thead, tbody').locator(':focus')).toHaveCount(0)
  await page.locator(':focus').blur()
  answer(undefined)
  await expect(page.locator('.list')).not.toHaveAttribute('aria-busy')
  await expect(names(page).filter({ hasText: `${name} 1` })).toBeFocused()
})

test('with rows selected, the usual act is the strongest, and Delete fills under the pointer', async ({
  page,
  site,
}) => {
  const name = `Chosen ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const foot = page.locator('.list-foot')
  const ground = (button: string) =>
    foot
      .getByRole('button', { name: button })
      .evaluate((one) => getComputedStyle(one).backgroundColor)
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  await expect.poll(() => ground('Mark answered')).toBe(text)
  const atRest = 'rgba(0, 0, 0, 0)'
  await expect.poll(() => ground('Delete 2')).toBe(atRest)
  await foot.getByRole('button', { name: 'Delete 2' }).hover()
  await expect.poll(() => ground('Delete 2')).not.toBe(atRest)
})

test('a long list is read page by page', async ({ page, site }) => {
  const name = `Paged ${Date.now()}`
  await sendMessages(site, name, 30)
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await page.getByLabel('Rows per page').selectOption('25')
  await expect(page).toHaveURL(/limit=25/)
  await expect(names(page)).toHaveCount(25)
  await expect(names(page).first()).toHaveText(`${name} 30`)
  await expect(page.getByText(/^Page 1 of \d/)).toBeVisible()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(names(page).first()).toHaveText(`${name} 5`)
  await expect(page.getByText(/^Page 2 of \d/)).toBeVisible()
  await page.reload()
  await expect(names(page).first()).toHaveText(`${name} 5`)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(names(page).first()).toHaveText(`${name} 30`)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()

  // each Back undoes one step
  await page.goBack()
  await expect(names(page).first()).toHaveText(`${name} 5`)
  await page.goBack()
  await expect(names(page).first()).toHaveText(`${name} 30`)
  await page.goBack()
  await expect(page).toHaveURL(/\?tab=contact$/)
})

test('a search finds names and addresses, and adds one step to the history', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  await sendMessage(site, { name: `Zoë ${stamp}`, email: `first-${stamp}@example.com` })
  await sendMessage(site, { name: `Bo ${stamp}`, email: `zoe-${stamp}@example.com` })
  await sendMessage(site, { name: `Cy ${stamp}` })
  await signIn(page, site)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.getByRole('tab', { name: 'Contact' }).click()
  await searchBox(page).pressSequentially(`zoe`)
  await expect(row(page, `Zoë ${stamp}`)).toBeVisible()
  await expect(page).toHaveURL(/\?tab=contact$/)
  await searchBox(page).fill(`first-${stamp}`)
  await expect(names(page)).toHaveText([`Zoë ${stamp}`])
  await expect(page.getByText('1 match', { exact: true }).first()).toBeVisible()
  await searchBox(page).fill(`${stamp}`)
  await expect(names(page)).toHaveCount(3)
  await page.reload()
  await expect(searchBox(page)).toHaveValue(`${stamp}`)
  await expect(names(page)).toHaveCount(3)

  await searchBox(page).fill('nobody has this name')
  await expect(page.getByText('No match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(row(page, `Cy ${stamp}`)).toBeVisible()
  await expect(searchBox(page)).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await page.goForward()
  await expect(row(page, `Cy ${stamp}`)).toBeVisible()
  expect(addresses.filter((one) => /zoe|nobody/i.test(one) || one.includes(`${stamp}`))).toEqual([])
})

test('a click on a column header sorts by it, a second click in reverse', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  for (const name of ['Bo', 'Ada', 'Cy']) await sendMessage(site, { name: `${name} ${stamp}` })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  await expect(head(page, 'Created')).toHaveAttribute('aria-sort', 'descending')
  await expect(names(page)).toHaveText([`Cy ${stamp}`, `Ada ${stamp}`, `Bo ${stamp}`])

  // the whole head is pressed
  await head(page, 'Name').click({ position: { x: 200, y: 4 } })
  await expect(names(page)).toHaveText([`Ada ${stamp}`, `Bo ${stamp}`, `Cy ${stamp}`])
  await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  await head(page, 'Name').getByRole('button').click()
  await expect(names(page)).toHaveText([`Cy ${stamp}`, `Bo ${stamp}`, `Ada ${stamp}`])
  await expect(page).toHaveURL(/sort=-name/)
  // what is due first comes first, whatever the order before
  await page.getByRole('button', { name: /^Waiting/ }).click()
  await expect(page).toHaveURL(/status=waiting/)
  await expect(page).not.toHaveURL(/sort=/)
  await page.goBack()
  await head(page, 'Created').getByRole('button').click()
  await expect(head(page, 'Created')).toHaveAttribute('aria-sort', 'ascending')
  await expect(names(page)).toHaveText([`Bo ${stamp}`, `Ada ${stamp}`, `Cy ${stamp}`])
  await page.goBack()
  await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'descending')
})

test('an unfinished search shows its progress and continues', async ({ page, site }) => {
  const name = `Indexed ${Date.now()}`
  await sendMessage(site, { name })
  await signIn(page, site)
  let looks = 0
  const isSeen = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    // What is held is searched as well.
    const ofRows = !route.request().url().includes('state=held')
    if (route.request().method() !== 'POST' || !ofRows) return route.continue()
    const found = (await (await route.fetch()).json()) as object
    const done = ++looks < 3 ? 40_000 : 100_000
    if (looks === 3) await isSeen.promise
    await route.fulfill({ json: { ...found, indexed: { done, of: 100_000 } } })
  })
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const words = page.getByText('40,000 of 100,000 records read so far')
  await expect(words).toBeVisible()
  await expect(row(page, name)).toBeVisible()
  isSeen.resolve(undefined)
  await expect(words).toBeHidden()
  expect(looks).toBe(3)
})

test('several rows are deleted with one confirmation, and failed rows are named', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const name = `Several ${Date.now()}`
  const [, kept = ''] = await sendMessages(site, name, 3)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${name} 1` }).uncheck()
  await page.getByRole('checkbox', { name: `Select ${name} 1` }).check()

  const mayGo = Promise.withResolvers<undefined>()
  await page.route(`**/api/admin/contact-submissions/${kept}`, async (route) => {
    await mayGo.promise
    await route.fulfill({ status: 503, json: {} })
  })
  await page.getByRole('button', { name: 'Delete 3' }).click()
  const question = page.getByRole('dialog', { name: 'Delete these 3 contact submissions?' })
  await expect(question).toContainText(`${name} 3, ${name} 2, ${name} 1`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleting 2 of 3…')).toBeVisible()
  mayGo.resolve(undefined)

  await expect(page.getByRole('alert')).toHaveText(
    `Failed to delete contact submission. 1 of 3 is still listed: ${name} 2.`,
  )
  await expect(names(page)).toHaveText([`${name} 2`])
  await page.reload()
  await expect(names(page)).toHaveText([`${name} 2`])
})

test('all lists of a form are exported as one file', async ({ page, site }) => {
  const stamp = Date.now()
  const lists = ['calmist', 'founders-journal']
  for (const projectSlug of lists) {
    await joinWaitlist(site, { email: `${projectSlug}-${stamp}@example.com`, projectSlug })
  }
  await openAdmin(page, site)
  await page.goto('/admin?tab=waitlist')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export all CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('waitlist.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text.match(/createdAt/g)).toHaveLength(1)
  for (const slug of lists) expect(text).toContain(`${slug}-${stamp}@example.com`)
})

test('an interrupted export saves no file and says so', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  await openAdmin(page, site)
  await page.goto('/admin?tab=waitlist')
  await page.route('**/waitlist.csv?part=1*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('link', { name: 'Export all CSV' }).click()
  await expect(page.getByText('The export failed, and no file was saved.')).toBeVisible()
  await page.unroute('**/waitlist.csv?part=1*')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export all CSV' }).click()
  await downloading
  await expect(page.getByText('The export failed')).toBeHidden()
})

test('a search can be cleared in one press while its field has no focus', async ({
  page,
  site,
}) => {
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact&search=engines')
  await expect(searchBox(page)).toHaveValue('engines')
  const { width, height } = (await searchBox(page).boundingBox()) ?? nowhere
  await searchBox(page).click({ position: { x: width - 25, y: height / 2 } })
  await expect(searchBox(page)).toHaveValue('')
  await expect(page).not.toHaveURL(/search/)
})
