import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { BROKEN, holdAnswer } from './meanwhile.ts'
import { markedRead, openAdmin, row } from './people.ts'
import { held, sendMessage, sendMessages } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const shown = (page: Page) => dialog(page).getByRole('heading', { level: 2 })
const list = (name: string, query = '') =>
  `/admin?tab=contact${query}&search=${encodeURIComponent(name)}`

test('an Undo that is stopped brings back only what it has taken back', async ({ page, site }) => {
  const name = `Halted ${Date.now()}`
  await sendMessages(site, name, 4)
  await openAdmin(page, site)
  await page.goto(list(name))
  const names = page.locator('tbody .open-record')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.keyboard.press('!')
  await expect(page.getByText('Marked 4 contact submissions as spam')).toBeVisible()
  const isPressed = Promise.withResolvers<undefined>()
  await page.route('**/release*', async (route) => {
    await isPressed.promise
    await route.continue()
  })
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Stop' }).click()
  isPressed.resolve(undefined)
  await expect(page.getByText(`Taken back: ${name} 4`)).toBeVisible()
  await expect(names).toHaveText([`${name} 4`])

  // the same Undo goes on with the others
  await page.keyboard.press('z')
  await expect(names).toHaveText([4, 3, 2, 1].map((n) => `${name} ${n}`))
})

test('an Undo that fails does not say that it was done', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  const name = `Stays ${Date.now()}`
  await sendMessages(site, name, 1)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 1` }).focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} 1 as answered`)).toBeVisible()
  await page.route('**/api/admin/contact-submissions/*', (route) =>
    route.fulfill({ status: 503, json: {} }),
  )
  await page.keyboard.press('z')
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to mark contact submission as unanswered',
  )
  await expect(page.getByText('Taken back')).toBeHidden()
  await expect(row(page, `${name} 1`)).toContainText('Answered')
})

test('an Undo that is tried again brings the row back', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  const name = `Again ${Date.now()}`
  await sendMessages(site, name, 3)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('!')
  await expect(row(page, `${name} 2`)).toBeHidden()
  await page.route('**/release*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('tbody .open-record')).toHaveText([
    `${name} 3`,
    `${name} 2`,
    `${name} 1`,
  ])
  await expect(page.getByText('3 matches').first()).toBeVisible()
  await expect(page.getByText('Taken back')).toBeVisible()
})

test('an Undo that fails stays where one is', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  const name = `Fails ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).click()
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await page.keyboard.press('!')
  await expect(shown(page)).toHaveText(`${name} 1`)
  await expect(dialog(page).getByText(`Marked ${name} 2 as spam`)).toBeVisible()
  await page.route('**/release*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.keyboard.press('z')
  await expect(page.getByRole('alert')).toContainText('Failed to release')
  await expect(shown(page)).toHaveText(`${name} 1`)
})

test('an Undo of a release hides no answer that a colleague gave since', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const name = `Freed ${Date.now()}`
  const id = await sendMessage(site, { name, ...held })
  await openAdmin(page, site)
  await page.goto(list(name, '&held=yes'))
  await row(page, name).getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText(`Released ${name}`)).toBeVisible()
  const data = { answered: true }
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  await page.request.patch(`/api/admin/contact-submissions/${id}`, { data, headers })
  await page.keyboard.press('z')
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to mark contact submission as spam. Somebody answered it or wrote a note since. “Mark as spam” holds it all the same.',
  )
  await page.goto(list(name))
  await expect(row(page, name)).toContainText('Answered')
})

test('an Undo of what was deleted meanwhile says that it is gone', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Erased ${Date.now()}`
  const ids = await sendMessages(site, name, 5)
  await openAdmin(page, site)
  await page.goto(list(name))
  const names = page.locator('tbody .open-record')
  const link = (n: number) => page.getByRole('link', { name: `${name} ${n}` })
  const vanish = (n: number, query = '') =>
    page.request.delete(`/api/admin/contact-submissions/${ids[n - 1]}${query}`, {
      headers: { origin: site.url },
    })
  // a row that stayed
  await link(5).focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} 5 as answered`)).toBeVisible()
  await vanish(5)
  await page.keyboard.press('z')
  await expect(page.getByText(`Already gone: ${name} 5`)).toBeVisible()
  await expect(link(5)).toBeHidden()
  await expect(link(4)).toBeFocused()
  await expect(page.getByText('Taken back')).toBeHidden()

  // one that left; what was done before it can still be taken back
  await link(1).focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} 1 as answered`)).toBeVisible()
  await link(3).focus()
  await page.keyboard.press('!')
  await expect(link(3)).toBeHidden()
  await vanish(3, '?state=held')
  await page.keyboard.press('z')
  await expect(
    page.getByText(`Already gone: ${name} 3. Before it: Marked ${name} 1 as answered`),
  ).toBeVisible()
  await expect(link(2)).toBeFocused()
  await page.keyboard.press('z')
  await expect(page.getByText(`Taken back: ${name} 1`, { exact: true })).toBeVisible()

  // a part of several
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.keyboard.press('!')
  await expect(names).toHaveCount(0)
  await vanish(4, '?state=held')
  await page.keyboard.press('z')
  await expect(
    page.getByText(`Taken back: 2 contact submissions. Already gone: ${name} 4`),
  ).toBeVisible()
  await expect(names).toHaveText([`${name} 2`, `${name} 1`])
  await expect(link(2)).toBeFocused()
})

test('what fails after its list has left is said, and can be tried again', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Left ${Date.now()}`
  await sendMessages(site, name, 3)
  await openAdmin(page, site)
  await page.goto(list(name, '&status=waiting'))
  const hasLeft = Promise.withResolvers<undefined>()
  const refuseOnce = () =>
    page.route(
      '**/api/admin/contact-submissions/*',
      async (route) => {
        await hasLeft.promise
        await route.fulfill({ status: 500, json: {} })
      },
      { times: 1 },
    )
  await page.getByRole('link', { name: `${name} 3` }).focus()
  await refuseOnce()
  await page.keyboard.press('e')
  await page.keyboard.press('4')
  await expect(page.getByRole('tab', { name: 'EIR', selected: true })).toBeVisible()
  hasLeft.resolve(undefined)
  const failed = `Failed to mark contact submission as answered: ${name} 3`
  await expect(page.getByText(failed)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`Marked ${name} 3 as answered`)).toBeVisible()

  // an Undo from there, too; then it leads back
  await refuseOnce()
  await page.keyboard.press('z')
  await expect(page.getByText('Failed to mark contact submission as unanswered')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Taken back')).toBeVisible()
})

test('what has failed is said in every tab and record', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  const name = `Said ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  const refuse = '**/api/admin/contact-submissions/*'
  await page.route(refuse, (route) =>
    route.request().method() === 'PATCH' && route.request().postData()?.includes('answered')
      ? route.fulfill({ status: 500, json: {} })
      : route.fallback(),
  )
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('alert')).toHaveText('Failed to mark contact submission as answered')
  const failed = page.getByText(`Failed to mark contact submission as answered: ${name} 2`)
  await page.getByRole('link', { name: `${name} 1` }).click()
  await expect(page.getByRole('dialog').getByText(`${name} 1`).first()).toBeVisible()
  await expect(failed).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/record=/)
  await page.keyboard.press('4')
  await expect(page.getByRole('tab', { name: 'EIR', selected: true })).toBeVisible()
  await expect(failed).toBeInViewport()
  await page.keyboard.press('1')
  await expect(failed).toBeVisible()
  await page.unroute(refuse)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`Marked ${name} 2 as answered`)).toBeVisible()
})

test('what fails after the next record was opened is said there', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Late ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).click()
  await markedRead(page)
  const act = await holdAnswer(page, '**/api/admin/contact-submissions/*', 'PATCH', BROKEN)
  await page.keyboard.press('e')
  await act.isDone
  await page.keyboard.press('j')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(`${name} 1`)
  act.answer()
  const failed = `Failed to mark contact submission as answered: ${name} 2`
  await expect(dialog.getByText(failed)).toBeInViewport()
})

test('the log, too, says what failed elsewhere', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  const name = `Logged ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(list(name))
  const hasLeft = Promise.withResolvers<undefined>()
  await page.route(
    `**/api/admin/contact-submissions/${id}`,
    async (route) => {
      await hasLeft.promise
      await route.fulfill({ status: 500, json: {} })
    },
    { times: 1 },
  )
  await page.getByRole('link', { name }).focus()
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(page.locator('table.log')).toBeVisible()
  hasLeft.resolve(undefined)
  const failed = page.getByText(`Failed to mark contact submission as answered: ${name}`)
  await expect(failed).toBeInViewport()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`Marked ${name} as answered`)).toBeInViewport()
})

test('what failed stays said after the next act', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  const name = `Failed ${Date.now()}`
  await sendMessages(site, name, 3)
  await openAdmin(page, site)
  await page.goto(list(name))
  let asked = 0
  await page.route('**/api/admin/contact-submissions/*', (route) =>
    route.request().method() === 'PATCH' && ++asked === 1
      ? route.fulfill({ status: 503, json: {} })
      : route.fallback(),
  )
  await page.getByRole('link', { name: `${name} 3` }).focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('alert')).toHaveText('Failed to mark contact submission as answered')
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} 2 as answered`)).toBeVisible()
  await expect(
    page.getByText(`Failed to mark contact submission as answered: ${name} 3`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, `${name} 3`)).toContainText('Answered')
  await expect(page.getByText('Failed to mark')).toBeHidden()
})

test('of two acts that failed, one row of buttons tries both again', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const name = `Both ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  const one = '**/api/admin/contact-submissions/*'
  await page.route(one, (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('e')
  await expect(page.locator('.problem')).toContainText(`${name} 2`)
  await page.getByRole('link', { name: `${name} 1` }).focus()
  await page.keyboard.press('e')
  const failed = `Failed to mark contact submission as answered: ${name} 2; ${name} 1`
  await expect(page.getByText(failed)).toBeVisible()
  const help = page.getByRole('button', { name: /again|Dismiss/ })
  await expect(help).toHaveText(['Try again', 'Dismiss'])
  await page.unroute(one)
  await help.first().click()
  for (const n of [1, 2]) await expect(row(page, `${name} ${n}`)).toContainText('Answered')
  await expect(help).toHaveCount(0)
})
