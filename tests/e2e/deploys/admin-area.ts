import type { Page } from 'playwright/test'
import { expect } from '../fixtures.ts'
import {
  listed,
  markedRead,
  openAdmin,
  pressInFoot,
  sendButton,
  signIn,
  thanks,
  writeMessage,
} from '../people.ts'
import { useKey } from '../passkeys.ts'
import { buildOf, codeCame, notice, reloadToB, test } from './over-build.ts'

const OLD = 'This page is of an older version. Reload it.'
const newVersion = (page: Page) => page.getByText('A new version is here')

/** The admin area of build A over build B. */
export function testAdminArea() {
  test('the dashboard says that a new version is here, and an unsaved note stays', async ({
    page,
    site,
  }) => {
    await page.goto('/contact')
    await writeMessage(page)
    await sendButton(page).click()
    await expect(thanks(page)).toBeVisible()

    await signIn(page, site)
    const { items } = await listed(page, 'contact-submissions')
    const open = `/admin?tab=contact&record=${items[0]?.id}`
    await page.goto(open)
    const note = page.getByRole('dialog').getByRole('textbox', { name: 'Note' })
    await note.fill('Call her back on Monday.')
    await markedRead(page)
    site.publish('B')
    await page.getByRole('button', { name: 'Mark answered' }).click()
    await expect(page.getByRole('dialog').getByText(/^Answered/)).toBeVisible()
    const said = page.getByRole('dialog').getByText('A new version is here')
    await expect(said).toBeInViewport()
    const before = await buildOf(page)
    await said.getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html')).not.toHaveAttribute('data-build', before ?? '')
    await expect(note).toHaveValue('Call her back on Monday.')

    // it goes with a discard, and with a logout
    const kept = () => page.evaluate(() => sessionStorage.getItem('admin-notes'))
    const draft = await kept()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard it' }).click()
    await expect.poll(kept).toBeNull()
    await page.evaluate((draft) => sessionStorage.setItem('admin-notes', draft ?? ''), draft)
    await page.goto('/admin')
    // A request under way would be refused.
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/admin/login')
    expect(await kept()).toBeNull()
  })

  test('a dashboard whose files are gone says so', async ({ page, site }) => {
    await openAdmin(page, site)
    await page.route('**/_astro/*.js', async (route) => {
      site.publish('B')
      await route.continue()
    })
    await page.goto('/admin')
    await expect(notice(page)).toBeInViewport()
    await page.unroute('**/_astro/*.js')
    await reloadToB(page)
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  })

  for (const [path, button] of [
    ['/admin/login', 'Use a passkey'],
    ['/admin/join#id.secret', 'Make my passkey'],
  ] as const) {
    test(`“${button}” over another build says so, and offers a reload`, async ({ page, site }) => {
      const key = page.getByRole('button', { name: button })
      await page.goto(path)
      await key.hover()
      await codeCame(key)
      site.publish('B')
      const before = await buildOf(page)
      await key.click()
      await expect(page.getByRole('alert')).toHaveText(OLD)
      const [bar, form] = [newVersion(page), page.getByRole('alert')]
      const [above, below] = [await bar.boundingBox(), await form.boundingBox()]
      expect(above?.y, 'covers no button').toBeLessThan(below?.y ?? 0)
      await newVersion(page).getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator('html')).not.toHaveAttribute('data-build', before ?? '')
    })
  }

  for (const name of ['People', 'Log']) {
    test(`the dashboard’s “${name}” over another build says so, and offers a reload`, async ({
      page,
      site,
    }) => {
      const heading = page.getByRole('heading', { name, exact: true })
      const button = page.getByRole('button', { name, exact: true })
      const openList = async () => {
        await page.getByRole('tab', { name: 'Contact' }).click()
        await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible()
      }
      await signIn(page, site)
      // the code of lists is there before the deploy
      await openList()
      site.publish('B')
      await button.click()
      const problem = page.locator('.problem')
      await expect(problem.getByRole('alert')).toHaveText(OLD)
      await expect(newVersion(page)).toBeInViewport()
      // what is there still works
      await openList()
      await button.click()
      const before = await buildOf(page)
      await newVersion(page).getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator('html')).not.toHaveAttribute('data-build', before ?? '')
      await expect(heading).toBeVisible()
    })
  }

  test('a sign-in is asked for again over another build, and the work goes on', async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/403/)
    await signIn(page, site)
    await pressInFoot(page, 'People')
    await page.getByLabel('Name', { exact: true }).fill('Cy')
    await page.getByLabel('Email').fill('cy@studio.test')
    // The dashboard has the sign-in's code before the deploy.
    await page.waitForLoadState('networkidle')
    site.publish('B')
    await page.route('**/api/admin/staff', (route) =>
      route.fulfill({ status: 403, json: { error: 'Sign in again to do this.', again: true } }),
    )
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Sign in again' })
    await useKey(page)
    await expect(question.getByRole('alert')).toHaveText(OLD)
    await expect(newVersion(page).last()).toBeInViewport()
    await page.unroute('**/api/admin/staff')
    await question.getByLabel('Email').fill(site.admin.email)
    await question.getByLabel('Password').fill(site.admin.password)
    await question.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('status').getByText('/admin/join#')).toBeVisible()
  })
}
