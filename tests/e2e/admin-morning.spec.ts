import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { investor } from '#forms/investor.ts'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { linesRead, markedRead, openAdmin, row } from './people.ts'
import { apply, held, joinWaitlist, sendMessage } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') {
  const wanted = page.getByRole(role, { name }).last()
  await expect(wanted).toBeVisible()
  for (let i = 0; i < 60; i++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('an admin can do a morning’s work with the keyboard alone', async ({ page, site }) => {
  const stamp = Date.now()
  const email = `erased-${stamp}@example.com`
  const name = (one: string) => `${one} ${stamp}`
  await cameEarlier(site, [
    { name: name('Late'), hoursAgo: 30, isSeen: true },
    { name: name('Later'), hoursAgo: 100, isSeen: true },
  ])
  await joinWaitlist(site, { email })
  await apply(site, { fullName: name('Grace'), email })
  await sendMessage(site, { name: name('Held'), ...held })
  await sendMessage(site, { name: name('Erased'), email })
  await sendMessage(site, { name: name('Second') })
  await sendMessage(site, { name: name('First') })

  // sign in: the first field has the focus
  await page.goto('/admin/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(site.admin.email)
  await press(page, 'Tab')
  await page.keyboard.type(site.admin.password)
  await press(page, 'Enter')
  await expect(page.locator('.headline')).toHaveText(/\d+ repl(y is|ies are) overdue, .*\d+ new/)

  // open a new message, add a note and mark it as answered
  await press(page, '2', '/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`${stamp}`)
  await expect(page.getByText('5 matches').first()).toBeAttached()
  await press(page, 'Enter')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await press(page, 'j')
  // Slow letters are searched twice, and j waits for the second answer.
  await expect(page.getByRole('link', { name: name('First') })).toBeFocused()
  await press(page, 'Enter')
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(name('First'))
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await expect(note).toBeVisible()
  await press(page, 'm')
  await expect(note).toBeFocused()
  await page.keyboard.type('Called them: next week')
  await press(page, 'Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  await press(page, 'Escape', 'e')
  await expect(dialog(page)).toContainText('Answered on')
  await press(page, 'j')
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(name('Second'))
  await press(page, 'j')
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(name('Erased'))
  await markedRead(page)

  // erase one person from all lists
  await tabTo(page, 'All from this person (3)')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Everything from' })).toContainText('Calmist')
  await linesRead(page)
  await tabTo(page, 'Erase all 3')
  await press(page, 'Enter')
  await tabTo(page, 'Erase 3 records')
  await press(page, 'Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, name('Erased'))).toBeHidden()
  await press(page, '5')
  await expect(page.getByRole('heading', { name: 'Careers' })).toBeVisible()
  await expect(page.locator('.panel-head').last()).toContainText(/\d records?/)
  await expect(row(page, name('Grace'))).toBeHidden()

  // release a held message
  await press(page, '2', '/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`${stamp}`)
  await expect(page.getByText('4 matches').first()).toBeAttached()
  await press(page, 'Enter')
  await tabTo(page, /^Held \d/)
  await press(page, 'Enter')
  await expect(row(page, name('Held'))).toBeVisible()
  await press(page, 'j', 'Enter')
  await tabTo(page, 'Release')
  await press(page, 'Enter')
  // the lead stays, now in its list, with what there is to do
  await expect(dialog(page)).toContainText('A reply is due by')
  await expect(dialog(page).getByText(`Released ${name('Held')}`)).toBeVisible()
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(name('Held'))
  await expect(page).not.toHaveURL(/held/)
  await press(page, 'Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, name('Held'))).toBeHidden()

  // export the overdue messages only
  await expect(page.getByRole('button', { name: /^Waiting \d/ })).toBeVisible()
  await tabTo(page, /^Overdue \d/)
  await press(page, 'Enter')
  await expect(row(page, name('Late'))).toContainText('Overdue by')
  await expect(row(page, name('Later'))).toContainText('Overdue by 3 d')
  for (const one of ['First', 'Second', 'Held']) await expect(row(page, name(one))).toBeHidden()
  await tabTo(page, 'Export these as CSV', 'button')
  const downloading = page.waitForEvent('download')
  await press(page, 'Enter')
  const file = await readFile(await (await downloading).path(), 'utf8')
  for (const one of ['Late', 'Later']) expect(file).toContain(name(one))
  for (const one of ['First', 'Second', 'Held', 'Erased']) expect(file).not.toContain(name(one))
})

test.describe('at the studio', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  test('the day of a reply is written like the other dates', async ({ page, site }) => {
    const name = `Dated ${Date.now()}`
    await cameEarlier(site, [{ name, hoursAgo: 1, form: investor }])
    await openAdmin(page, site)
    await page.goto('/admin?tab=investor')
    await page.getByRole('link', { name }).click()
    await expect(dialog(page)).toContainText(/by the end of [A-Z][a-z]+ \d+, \d{4}, in/)
    await expect(dialog(page)).toContainText(/Created[A-Z][a-z]+ \d+, \d{4}, /)
  })
})
