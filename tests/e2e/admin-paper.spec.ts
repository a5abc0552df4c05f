import type { Locator } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { openAdmin } from './people.ts'
import { sheetFills } from './sheets.ts'
import { apply, sendMessage } from './submissions.ts'

test('on paper an open record is alone and whole', async ({ page, site }) => {
  const name = `Printed ${Date.now()}`
  const message = Array.from({ length: 7 }, (_, i) => `Paragraph ${i}. ${'Words. '.repeat(60)}`)
  await sendMessage(site, { name: `Other ${name}` })
  const id = await sendMessage(site, { name, message: message.join('\n\n') })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await expect(page.getByRole('dialog')).toContainText('Paragraph 6.')
  await expect(page.getByText(/^, \d+ of \d+$/)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Paragraph 6.').last()).toBeVisible()
  await expect(page.getByText(`Other ${name}`)).toBeHidden()
  // its place in the list is for the screen
  await expect(page.getByText(/^, \d+ of \d+$/)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Note' }).focus()
  const fills = sheetFills(await page.pdf({ format: 'A4' }))
  // A modal dialog would end with the first sheet, and a grid would begin on the second one.
  expect(fills.length).toBe(2)
  expect(fills[0], fills.join(' ')).toBeGreaterThan(0.75)
  expect(fills[1]).toBeGreaterThan(0.2)
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  // The first leaves the field.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('on paper no letter ends with an almost empty sheet', async ({ page, site }) => {
  const id = await sendMessage(site, { name: `Long ${Date.now()}` })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const letter = page.locator('.fields [data-control=text] dd')
  await expect(page.getByText('Mail: ')).toBeVisible()
  for (const format of ['A4', 'Letter']) {
    for (let length = 1; length <= 12; length++) {
      await letter.evaluate((answer, paragraphs) => {
        answer.textContent = `${'Words. '.repeat(60)}\n\n`.repeat(paragraphs).trim()
      }, length)
      const fills = sheetFills(await page.pdf({ format }))
      const sheets = `${length} paragraphs on ${format}: ${fills.join(' ')}`
      expect.soft(fills.at(-1), sheets).toBeGreaterThan(0.2)
    }
  }
})

test('on paper a person has all records, and a note says that it is not saved', async ({
  page,
  site,
}) => {
  const email = `paper-${Date.now()}@example.com`
  for (let i = 0; i < 24; i++) await sendMessage(site, { name: 'Many', email })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await page.getByRole('link', { name: 'Many' }).first().click()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('A long note. '.repeat(300).trim())
  const printed = page.getByText('only the studio sees it').locator('..')
  const unsaved = () => printed.evaluate((label) => getComputedStyle(label, '::after').content)
  await page.emulateMedia({ media: 'print' })
  expect(await unsaved()).toContain('not saved')
  const fills = sheetFills(await page.pdf({ format: 'A4' }))
  // The note begins below its heading, and ends on the next sheet.
  expect(fills).toHaveLength(2)
  expect(fills[0]).toBeGreaterThan(0.9)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect(await unsaved()).not.toContain('not saved')
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'All from this person' }).click()
  const person = page.getByRole('dialog', { name: 'Everything from' })
  await expect(person.getByRole('listitem').last()).toContainText('talk about engines')
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  // It is above the record again.
  await page.keyboard.press('Escape')
  await expect(person).toBeHidden()
  await expect(note).toBeVisible()
})

test('on paper each sheet names the columns, and nothing is cut', async ({ page, site }) => {
  const email = 'grace.okonkwo.of.a.long.address@subdomain.example.com'
  await apply(site, { fullName: 'On paper', email })
  await openAdmin(page, site)
  await page.goto('/admin?tab=careers')
  // The width of A4 between its margins.
  await page.setViewportSize({ width: 688, height: 900 })
  await page.emulateMedia({ media: 'print' })
  // A repeated head has no words if they are a button's.
  await expect(page.locator('.sort').first()).toHaveCSS('display', 'contents')
  const answers = page.locator('tbody td[data-column]')
  await expect(answers.last()).toContainText('20')
  expect(
    await answers.evaluateAll((all) =>
      all.filter(
        (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > 688,
      ),
    ),
  ).toEqual([])
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/admin')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.count-cards')).toHaveCSS('break-inside', 'avoid')
})

test('on paper no row is alone on the last sheet, and an address has one line', async ({
  page,
  site,
}) => {
  const email = 'rahul.verma-28-letters@mail.example'
  for (let i = 0; i < 30; i++) await sendMessage(site, { name: 'Priya Raman', email })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact&search=rahul.verma-28')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(30)
  for (let hidden = 0; hidden < 12; hidden++) {
    await rows.evaluateAll((all, count) => {
      for (const one of all.slice(0, count)) if (one instanceof HTMLElement) one.hidden = true
    }, hidden)
    const fills = sheetFills(await page.pdf({ format: 'A4' }))
    expect.soft(fills.at(-1), `${30 - hidden} rows: ${fills.join(' ')}`).toBeGreaterThan(0.12)
  }
  await page.setViewportSize({ width: 688, height: 900 })
  await page.emulateMedia({ media: 'print' })
  const lines = (one: Element) => new Set([...one.getClientRects()].map(({ top }) => top)).size
  expect(await page.getByText(email).last().evaluate(lines)).toBe(1)
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/admin')
  // A record of another test may have no text.
  const preview = page.locator('.next-due .preview:not(:empty)').first()
  await expect(preview).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const words = await preview.boundingBox()
  expect(words?.width).toBeGreaterThan(450)
  // Between the last line of a sheet and its foot a frame would be empty.
  await expect(page.locator('.next-due')).toHaveCSS('border-left-width', '0px')
})

test('on paper a list has the whole status, and wide columns for long answers only', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  const company = 'International Business Machines of Pune'
  await sendMessage(site, { name: `Shared ${stamp}`, email: 'a@b.example', company })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  const cell = (column: string) => page.locator(`tbody [data-column='${column}']`)
  const lines = (one: Element) => new Set([...one.getClientRects()].map(({ top }) => top)).size
  const width = async (one: Locator) => (await one.boundingBox())?.width ?? NaN
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await page.emulateMedia({ media: 'print' })
  // A4 across, and upright between its margins.
  for (const sheet of [1123, 688]) {
    await page.setViewportSize({ width: sheet, height: 700 })
    // An ellipsis would be drawn where the cell cuts its words.
    await expect(cell('createdAt')).toHaveCSS('overflow-x', 'visible')
    const end = await cell('createdAt')
      .locator('.due')
      .evaluate((due) => due.getBoundingClientRect().right)
    expect(end, `${sheet}`).toBeLessThanOrEqual(sheet)
    expect(await cell('createdAt').locator('> time').evaluate(lines)).toBe(1)
    // The name's column has what a short address leaves.
    const name = await width(page.locator('tbody th'))
    expect(name, `${sheet}`).toBeGreaterThan(2.5 * (await width(cell('email'))))
    expect((await cell('company').boundingBox())?.height).toBeLessThan(48)
  }
})

test('on paper an application begins below its head, with no empty strip', async ({
  page,
  site,
}) => {
  const id = await apply(site, { fullName: 'No strip' })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=careers&record=${id}`)
  await expect(page.getByText('Created').last()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const head = await page.locator('.detail header').boundingBox()
  const first = await page.locator('.fields > div').first().boundingBox()
  expect((first?.y ?? NaN) - (head?.y ?? NaN) - (head?.height ?? NaN)).toBeLessThan(2)
})
