import type { Page } from 'playwright/test'
import type { ListPage } from '#api/admin-contract.ts'
import { eir } from '#forms/eir.ts'
import { cameEarlier, longAgo } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { listed, markedRead, openAdmin, signIn } from './people.ts'

/** From one record of the overview to the next. */

const dialog = (page: Page) => page.getByRole('dialog')

test('from the overview, next and previous lead through all forms, and back to the line', async ({
  page,
  site,
}) => {
  const name = `Walked ${Date.now()}`
  // An EIR submission has more days for its reply.
  const since = longAgo()
  await cameEarlier(site, [
    { name: `${name} EIR`, hoursAgo: since + 350, form: eir },
    ...[3, 2, 1].map((n) => ({
      name: `${name} ${n}`,
      hoursAgo: since + n,
      message: 'A long letter. '.repeat(600),
    })),
  ])
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  await expect(next.first()).toContainText(`${name} EIR`)
  // A screen reader, and paper, get the first words of a long letter, not all of it.
  await expect(next.nth(1)).toContainText(`${name} 3`)
  expect((await next.nth(1).textContent())?.length).toBeLessThan(250)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} EIR`)
  await expect(dialog(page)).toContainText(/EIR submission, 1 of \d+ due next/)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 3`)
  await expect(dialog(page)).toContainText(/contact submission, 2 of \d+ due next/)
  // A reload keeps the walk.
  await page.reload()
  await expect(dialog(page)).toContainText(/contact submission, 2 of \d+ due next/)
  await page.keyboard.press('k')
  await expect(heading).toHaveText(`${name} EIR`)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 2`)

  // What leaves its list leaves the walk.
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(heading).toHaveText(`${name} 1`)
  await expect(dialog(page)).toContainText('3 of ')
  // Undo gives it its place on the walk again.
  await page.keyboard.press('z')
  await expect(heading).toHaveText(`${name} 2`)
  await expect(dialog(page)).toContainText(/3 of \d+ due next/)
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(heading).toHaveText(`${name} 1`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(next.filter({ hasText: `${name} 1` })).toBeFocused()
  await expect(next.filter({ hasText: `${name} 2` })).toHaveCount(0)
})

test('on the walk, what was done can be taken back in another form and on the overview', async ({
  page,
  site,
}) => {
  const name = `Kept ${Date.now()}`
  const since = longAgo()
  await cameEarlier(site, [
    { name: `${name} EIR`, hoursAgo: since + 350, form: eir },
    { name: `${name} one`, hoursAgo: since + 100 },
    { name: `${name} two`, hoursAgo: since },
  ])
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  const shown = dialog(page).getByRole('heading', { level: 2 })
  await expect(next.first()).toContainText(`${name} EIR`)
  await next.first().click()
  await expect(dialog(page)).toContainText('was due by')
  await page.keyboard.press('e')
  await expect(dialog(page).getByText(`Marked ${name} EIR as answered`)).toBeVisible()
  await page.keyboard.press('j')
  await expect(shown).toHaveText(`${name} one`)
  await expect(dialog(page).getByText(`Marked ${name} EIR as answered`)).toBeVisible()
  await page.keyboard.press('z')
  await expect(shown).toHaveText(`${name} EIR`)
  await expect(dialog(page)).toContainText('was due by')

  // the focus is on the first line that is left
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('Answered on')
  await page.keyboard.press('j')
  await expect(shown).toHaveText(`${name} one`)
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('Answered on')
  await page.keyboard.press('Escape')
  await expect(next.first()).toContainText(`${name} two`)
  await expect(next.first()).toBeFocused()
  for (const which of ['one', 'EIR']) {
    await page.keyboard.press('z')
    await expect(next.first()).toContainText(`${name} ${which}`)
    await expect(next.first()).toBeFocused()
    await expect(next.first()).toContainText('Overdue')
  }
  await expect(dialog(page)).toBeHidden()
})

test('the way through what is due next goes on after the ten that are shown', async ({
  page,
  site,
}) => {
  const name = `Way ${Date.now()}`
  const since = longAgo()
  await cameEarlier(
    site,
    Array.from({ length: 13 }, (_, n) => ({ name: `${name} ${n}`, hoursAgo: since - n })),
  )
  // A busy server reads the list in parts; a part lacks some that are due earlier.
  let parts = 2
  await page.route('**/contact-submissions?*limit=50*', async (route) => {
    if (parts-- <= 0) return route.continue()
    const answer = (await (await route.fetch()).json()) as ListPage
    const items = answer.items.filter((one) => one['name'] !== `${name} 10`)
    await route.fulfill({ json: { ...answer, items, indexed: { done: 50, of: 51 } } })
  })
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  await expect(next).toHaveCount(10)
  await next.nth(9).click()
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 9`)
  await expect(dialog(page)).toContainText(/10 of \d\d due next/)
  await expect(dialog(page)).not.toContainText('10 of 10')
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 10`)
})

test('what left the way meanwhile is not on it again once the way goes on', async ({
  page,
  site,
}) => {
  const name = `Off ${Date.now()}`
  const since = longAgo()
  const messages = Array.from({ length: 11 }, (_, n) => ({
    name: `${name} ${n}`,
    hoursAgo: since - n,
  }))
  await cameEarlier(site, messages)
  await openAdmin(page, site)
  const [read, mayAnswer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  await page.route('**/contact-submissions?*limit=50*', async (route) => {
    if (!route.request().url().includes('status=waiting')) return route.continue()
    const response = await route.fetch()
    read.resolve(undefined)
    await mayAnswer.promise
    await route.fulfill({ response })
  })
  await page.goto('/admin')
  await page.locator('.next-due a', { hasText: `${name} 9` }).click()
  await read.promise
  await markedRead(page)
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 8`)
  await markedRead(page)
  mayAnswer.resolve(undefined)
  await expect(dialog(page)).toContainText(/ 9 of \d\d due next/)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 10`)
  await page.close()
  // Other tests look for theirs first.
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  for (const state of ['', '&state=held']) {
    const path = `contact-submissions?search=${encodeURIComponent(name)}${state}`
    for (const { id } of (await listed(page, path)).items) {
      const one = `/api/admin/contact-submissions/${id}?${state.slice(1)}`
      expect((await page.request.delete(one, { headers })).status()).toBe(200)
    }
  }
})
