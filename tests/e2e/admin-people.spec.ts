import type { Page } from 'playwright/test'
import { createdAtOf } from '../../src/api/record-id.ts'
import { expect, test } from './fixtures.ts'
import { noMoreLooks, onlyLook } from './meanwhile.ts'
import { addAuthenticator, invite, joined } from './passkeys.ts'
import {
  allAnswered,
  listed,
  markedRead,
  pressInFoot,
  row,
  signIn,
  signInHere,
  wholeOverview,
} from './people.ts'
import { dressed, settled } from './settled.ts'
import { sendMessage } from './submissions.ts'

/** Removes somebody, from the view of people. */
async function remove(page: Page, name: string) {
  await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
  await expect(question).toHaveCount(0)
}

test('a removed person is told so, and their screen shows nothing any more', async ({
  page,
  browser,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Private ${Date.now()}`
  const id = await sendMessage(site, { name })
  await signIn(page, site)
  const context = await browser.newContext({ baseURL: site.url })
  const ben = await context.newPage()
  await addAuthenticator(ben)
  await ben.goto(await invite(page, 'Ben'))
  await ben.getByRole('button', { name: 'Make my passkey' }).click()
  await expect(ben.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await ben.goto(`/admin?tab=contact&record=${id}`)
  await ben.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  const other = await context.newPage()
  await other.goto('/admin?tab=contact')
  await expect(row(other, name)).toBeVisible()
  await markedRead(ben)
  // A look would be first to hear of the removal.
  for (const one of [ben, other]) await onlyLook(one)
  await page.goto('/admin?tab=staff')
  await remove(page, 'Ben')

  await ben.getByRole('dialog').getByRole('button', { name: 'Mark answered' }).click()
  await expect(ben.getByRole('heading', { name: 'You were removed' })).toBeVisible()
  await expect(ben.getByRole('alert')).toHaveText(
    'What was here is hidden. You are no longer among the people who sign in here: to come back ' +
      'you need a new invitation. A note that was not saved is gone.',
  )
  await expect(ben.getByRole('dialog')).toHaveCount(0)
  await expect(ben.getByText(name)).toBeHidden()
  await expect(ben.getByRole('button', { name: 'Logout' })).toBeHidden()
  expect(await ben.evaluate(() => sessionStorage.length)).toBe(0)
  // The other tab is not asked first.
  await expect(other.getByRole('heading', { name: 'You were removed' })).toBeVisible()
  await expect(other.getByText(name)).toBeHidden()
  await context.close()
})

test('the log names people who were removed, and lists their acts', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site)
  const { page: cleo } = await joined(browser, site, await invite(page, 'Cleo'))
  await cleo.close()
  await page.goto('/admin?tab=staff')
  await remove(page, 'Cleo')
  await page.goto('/admin?tab=log')
  const removal = row(page, 'removed', 'Cleo').first()
  await expect(removal).toBeVisible()
  await expect(row(page, 'invited', 'Cleo')).toBeVisible()
  await page.getByLabel('Person').selectOption('Cleo')
  await expect(row(page, 'Cleo').last()).toBeVisible()
  await expect(removal).toBeHidden()
  await expect(page.getByLabel('Person').locator(':checked')).toHaveText('Cleo')
})

test('the log tells namesakes apart, and only them', async ({ page, browser, site }) => {
  await signIn(page, site)
  const { page: first } = await joined(browser, site, await invite(page, 'Noor'))
  await first.close()
  await page.goto('/admin?tab=staff')
  await remove(page, 'Noor')
  await page.goto('/admin')
  const { page: second } = await joined(browser, site, await invite(page, 'Noor'))
  await second.close()
  await page.goto('/admin')
  await joined(browser, site, await invite(page, 'Olga'))
  await page.goto('/admin?tab=log')
  await expect(row(page, 'new device', 'Olga')).toBeVisible()
  const options = page.getByLabel('Person').getByRole('option')
  await expect(options.filter({ hasText: 'Olga' })).toHaveText('Olga')
  const namesakes = options.filter({ hasText: 'Noor' })
  await expect(namesakes).toHaveText(['Noor', /^Noor, invited .*\d/])
  const older = await namesakes.last().getAttribute('value')
  const invitedAt = await page.evaluate(
    (at) =>
      new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at),
    createdAtOf(older ?? ''),
  )
  await expect(namesakes.last()).toHaveText(`Noor, invited ${invitedAt}`)
  await expect(row(page, 'Noor, invited', 'new device')).toHaveCount(1)
  await expect(row(page, 'removed', 'Noor, invited')).toBeVisible()
})

test('the log names an exported list as its tab does', async ({ page, site }) => {
  await signIn(page, site)
  for (const list of ['investor-submissions', 'waitlist'])
    expect((await page.request.get(`/api/admin/${list}.csv`)).status()).toBe(200)
  await page.goto('/admin?tab=log')
  const about = (label: string) =>
    row(page, 'exported').getByRole('cell', { name: label, exact: true }).first()
  await expect(about('Investors')).toBeVisible()
  await expect(about('Waitlist')).toBeVisible()
  await expect(page.locator('.log')).not.toContainText('investor-submissions')
})

test('each person has a sheet, with what removes them beside the name', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, site)
  await invite(page, 'Gus')
  const sheet = page.getByRole('listitem').filter({ hasText: 'Gus' })
  await expect(sheet).toBeVisible()
  await allAnswered(page)
  await dressed(page)
  const press = await sheet.getByRole('button', { name: 'Remove Gus' }).boundingBox()
  const name = await sheet.getByRole('heading', { name: 'Gus' }).boundingBox()
  expect(press?.y).toBe(name?.y)
  await page.setViewportSize({ width: 390, height: 844 })
  // A field takes its line.
  const [form, field] = [page.locator('.invite'), page.getByLabel('Name', { exact: true })]
  const [outer, inner] = [await form.boundingBox(), await field.boundingBox()]
  expect((outer?.width ?? 0) - (inner?.width ?? 0)).toBeLessThan(40)
})

test('a removal is confirmed, and the focus goes on', async ({ page, browser, site }) => {
  await signIn(page, site)
  // Those of other tests would take the focus.
  for (const { id } of (await listed(page, 'staff')).items) {
    const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
    await page.request.delete(`/api/admin/staff/${id}`, { headers })
  }
  const { page: dora } = await joined(browser, site, await invite(page, 'Dora'))
  await page.goto('/admin')
  await invite(page, 'Emil')
  await page.goto('/admin')
  await invite(page, 'Finn')
  await remove(page, 'Emil')
  await expect(page.getByRole('status').getByText('Removed Emil')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Finn' })).toBeFocused()
  await remove(page, 'Finn')
  await expect(page.getByRole('status').getByText('Removed Finn')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Dora' })).toBeFocused()

  await pressInFoot(dora, 'People')
  await dora.getByRole('button', { name: 'Remove Dora' }).click()
  await expect(dora.getByRole('dialog')).toContainText(
    'Your keys stop working, and you are signed out here.',
  )
  await dora.close()
  await remove(page, 'Dora')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
})

/** Invites somebody, and leaves before the answer comes. */
async function inviteAndLeave(page: Page, name: string) {
  await pressInFoot(page, 'People')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@studio.test`)
  const [invited, mayAnswer] = [
    Promise.withResolvers<undefined>(),
    Promise.withResolvers<undefined>(),
  ]
  await page.route(
    '**/api/admin/staff',
    async (route) => {
      const response = await route.fetch()
      invited.resolve(undefined)
      await mayAnswer.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await invited.promise
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
  return async () => {
    const answer = page.waitForResponse('**/api/admin/staff')
    mayAnswer.resolve(undefined)
    await (await answer).finished()
    await settled(page)
  }
}

test('an invitation that is answered after its view was left shows its link once back', async ({
  page,
  site,
}) => {
  await signIn(page, site)
  const link = page.getByRole('status').getByText('/admin/join#')
  const answer = await inviteAndLeave(page, 'Hana')
  await answer()
  await page.goForward()
  await expect(link).toBeVisible()
  // once
  await page.goBack()
  await page.goForward()
  await remove(page, 'Hana')
  await expect(link).toHaveCount(0)

  // also where it still runs
  await page.goto('/admin')
  const later = await inviteAndLeave(page, 'Ivo')
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Inviting…' })).toBeVisible()
  await later()
  await expect(link).toBeVisible()
  await remove(page, 'Ivo')
})

test('the link of an invitation is not shown after a sign-out', async ({ page, context, site }) => {
  await signIn(page, site)
  const answer = await inviteAndLeave(page, 'Jara')
  // What the overview asks for after the sign-out would be refused.
  await wholeOverview(page)
  await expect(page.locator('.headline')).toHaveText(/\w/)
  await noMoreLooks(page)
  const other = await context.newPage()
  await other.goto('/admin')
  await wholeOverview(other)
  await allAnswered(other)
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'You signed out in another tab' })).toBeVisible()
  await answer()
  await signInHere(page, site)
  await pressInFoot(page, 'People')
  await expect(page.getByRole('button', { name: 'Remove Jara' })).toBeVisible()
  await settled(page)
  await expect(page.getByText('/admin/join#')).toHaveCount(0)
  await remove(page, 'Jara')
})
