import type { Page } from 'playwright/test'
import { eir } from '#forms/eir.ts'
import { cameEarlier, longAgo } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { lookAgain, noMoreLooks } from './meanwhile.ts'
import { markedRead, signIn, wholeOverview } from './people.ts'

/** A record of the overview, and what stands beside it. */

const dialog = (page: Page) => page.getByRole('dialog')

test('Logout beside an open record logs out', async ({ page, site }) => {
  const name = `Beside ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, site)
  const line = page.locator('.next-due').getByRole('link', { name })
  await line.focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} as answered`)).toBeVisible()
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  await markedRead(page)
  const button = await page.getByRole('button', { name: 'Logout' }).boundingBox()
  await page.mouse.click((button?.x ?? 0) + 20, (button?.y ?? 0) + 20)
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('the line of a record that is answered elsewhere says so', async ({ page, site }) => {
  const name = `Elsewhere ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, site)
  const line = page.locator('.next-due').getByRole('link', { name })
  await wholeOverview(page)
  await line.click()
  await markedRead(page)
  await noMoreLooks(page)
  const id = await line.getAttribute('data-id')
  await page.request.patch(`/api/admin/contact-submissions/${id}`, {
    headers: { origin: site.url },
    data: { answered: true },
  })
  await lookAgain(page)
  await expect(dialog(page).getByText('Answered elsewhere')).toBeVisible()
  await expect(line.locator('.due')).toHaveText('Answered')
})

test('nothing is said of when a record was due that others took away', async ({ page, site }) => {
  const name = `Taken ${Date.now()}`
  const since = longAgo()
  await cameEarlier(site, [
    { name: `${name} 2`, hoursAgo: since + 2 },
    { name: `${name} 1`, hoursAgo: since + 1 },
  ])
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, site)
  const line = page.locator('.next-due').getByRole('link', { name: `${name} 2` })
  await wholeOverview(page)
  await line.click()
  await markedRead(page)
  await page.keyboard.press('j')
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(`${name} 1`)
  await markedRead(page)
  await expect(line.locator('.due')).toHaveText(/Overdue/)
  await noMoreLooks(page)
  const id = await line.getAttribute('data-id')
  const headers = { origin: site.url }
  await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
  await lookAgain(page)
  await expect(line.locator('.due')).toHaveText('')
})

test('beside a record of the overview stand the lines that are due next', async ({
  page,
  site,
}) => {
  const name = `Beside ${Date.now()}`
  const since = longAgo()
  await cameEarlier(site, [
    { name: `${name} EIR`, hoursAgo: since + 350, form: eir },
    ...[3, 2, 1].map((n) => ({ name: `${name} ${n}`, hoursAgo: since + n })),
  ])
  await signIn(page, site)
  const next = page.locator('.next-due a')
  const line = (which: string | number) => next.filter({ hasText: `${name} ${which}` })
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await line('EIR').click()
  await expect(heading).toHaveText(`${name} EIR`)
  await expect(line('EIR')).toHaveAttribute('aria-current', 'true')
  const { x: edge = 0 } = (await dialog(page).boundingBox()) ?? {}
  await expect
    .poll(async () => {
      const { x = 0, width = Infinity } = (await line('EIR').boundingBox()) ?? {}
      return x + width
    })
    .toBeLessThan(edge)
  await expect(page.locator('.table-frame')).toBeHidden()
  await expect(page.locator('.agenda table')).toBeHidden()
  await markedRead(page)
  await expect(line('EIR')).not.toContainText('New')

  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 3`)
  await expect(line(3)).toHaveAttribute('aria-current', 'true')
  await markedRead(page)
  // a press on a line opens its record, and one step back is the overview
  const { x = 0, y = 0 } = (await line(1).boundingBox()) ?? {}
  await page.mouse.click(x + 20, y + 10)
  await expect(heading).toHaveText(`${name} 1`)
  await expect(dialog(page)).toContainText(/, 4 of \d+ due next/)
  await page.keyboard.press('k')
  await expect(heading).toHaveText(`${name} 2`)
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(line(2)).toHaveCount(0)
  await expect(heading).toHaveText(`${name} 1`)
  await expect(page.getByText(`Marked ${name} 2 as spam`)).toBeVisible()
  await markedRead(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(line(1)).toBeFocused()
  await expect(page.locator('.agenda table')).toBeVisible()
})

test('however a record of the overview is left, its line has the focus', async ({ page, site }) => {
  const name = `Left ${Date.now()}`
  const since = longAgo()
  await cameEarlier(
    site,
    [3, 2, 1].map((n) => ({ name: `${name} ${n}`, hoursAgo: since + n })),
  )
  await signIn(page, site)
  const line = (n: number) => page.locator('.next-due a', { hasText: `${name} ${n}` })
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await line(3).click()
  await expect(heading).toHaveText(`${name} 3`)
  await markedRead(page)
  // The overview stays, and is not drawn anew.
  await page.locator('.next-due').evaluate((list) => list.setAttribute('data-same', ''))
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 2`)
  await markedRead(page)
  await page.keyboard.press('Escape')
  await expect(line(2)).toBeFocused()
  await page.goForward()
  await expect(heading).toHaveText(`${name} 2`)
  await page.goBack()
  await expect(line(2)).toBeFocused()
  await expect(page.locator('.next-due')).toHaveAttribute('data-same', '')

  // of one that has left meanwhile, the line that is now in its place
  const mayAnswer = Promise.withResolvers<undefined>()
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText(`${name} 2`)
  await page.route('**/api/admin/*-submissions?*limit=10*', async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByText(`Marked ${name} 2 as answered`)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  mayAnswer.resolve(undefined)
  await expect(line(2)).toHaveCount(0)
  await expect(line(1)).toBeFocused()

  await page.reload()
  await expect(line(3)).toBeVisible()
  await line(3).click()
  await expect(heading).toHaveText(`${name} 3`)
  await page.reload()
  await expect(heading).toHaveText(`${name} 3`)
  await expect(line(3)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(line(3)).toBeFocused()
})

test('a record whose code does not come says so on the overview, and no key acts', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  const name = `Codeless ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
  await page.route('**/FormTab.*.js', (route) => route.abort())
  await signIn(page, site)
  const line = page.locator('.next-due a', { hasText: name })
  await line.click()
  await expect(page.getByText('This part could not load.')).toBeVisible()
  let changes = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes++
  })
  await page.keyboard.press('e')
  await page.unroute('**/FormTab.*.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(dialog(page)).toContainText('The reply was due by')
  await markedRead(page)
  expect(changes).toBe(1)
})
