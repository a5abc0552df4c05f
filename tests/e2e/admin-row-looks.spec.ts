import type { Locator } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { openAdmin, row, signIn } from './people.ts'
import { dressed } from './settled.ts'
import { apply, held, joinWaitlist, sendMessage, sendMessages } from './submissions.ts'

/**
 * Measures a row: how far words reach under the next cell or beyond the table, whether its buttons
 * lie over them, and how many letters of the message fit.
 */
const rowLook = (row: Element) => {
  const words = document.createRange()
  const answers = [...row.querySelectorAll('td:not(.actions)')]
  const rightOf = (answer: Element) => {
    words.selectNodeContents(answer)
    return words.getBoundingClientRect().right
  }
  const frame = row.closest('.table-frame')
  const actions = row.querySelector('.actions')
  return {
    under: Math.max(
      ...answers.map((answer, index) => {
        const end =
          answers[index + 1]?.getBoundingClientRect().left ?? frame?.getBoundingClientRect().right
        const isCut = getComputedStyle(answer).overflowX === 'hidden'
        // The date and the state are whole in any row.
        return isCut && index < answers.length - 1 ? 0 : rightOf(answer) - (end ?? NaN)
      }),
    ),
    beyond: (frame?.scrollWidth ?? NaN) - (frame?.clientWidth ?? NaN),
    areButtonsSeen: actions && getComputedStyle(actions).opacity !== '0',
    preview: row.querySelector('.preview')?.clientWidth ?? 0,
    dueHeight: row.querySelector('.due')?.getBoundingClientRect().height ?? 0,
    height: row.getBoundingClientRect().height,
  }
}

test('no text is squeezed or under the buttons of its row', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const long = 'grace.okonkwo.of.a.long.address@subdomain.example.com'
  const company = 'Long Names and Sons Manufacturing'
  await sendMessage(site, { name: 'Grace Okonkwo', email: long, company })
  await sendMessage(site, { name: 'Grace Okonkwo', email: long, company, ...held })
  await apply(site, { fullName: 'Grace Okonkwo', email: long })
  // the widest table: every answer is long, and it is held
  const wide = { currentLocation: company, yearsExperience: 'about twelve years in all' }
  await apply(site, { fullName: 'Grace Okonkwo', email: long, ...wide, ...held })
  await joinWaitlist(site, { email: long })
  await signIn(page, site)
  const lists = ['contact', 'contact&held=yes', 'careers', 'waitlist&project=calmist']
  for (const list of lists) {
    await page.goto(`/admin?tab=${list}&search=okonkwo`)
    for (const rows of ['ordinary', 'dense']) {
      if (rows === 'dense') await page.getByRole('button', { name: 'Compact rows' }).click()
      for (const width of [1024, 1152, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const row = page.getByRole('row').filter({ hasText: 'okonkwo' }).first()
        await expect(row).toBeVisible()
        await dressed(page)
        const seen = await row.evaluate(rowLook)
        const at = `${rows} rows of ${list} at ${width}`
        expect.soft(seen.under, at).toBeLessThanOrEqual(1)
        expect.soft(seen.beyond, at).toBeLessThanOrEqual(0)
        expect.soft(seen.areButtonsSeen, at).toBe(false)
        expect.soft(seen.dueHeight, at).toBeLessThan(24)
        expect.soft(seen.height, at).toBeLessThan(rows === 'dense' ? 48 : 70)
        // 80 letters of a message
        if (list === 'contact' && rows === 'ordinary' && width === 1440)
          expect.soft(seen.preview).toBeGreaterThan(480)
      }
    }
    await page.getByRole('button', { name: 'Compact rows' }).click()
  }
  await page.goto('/admin?tab=careers&held=yes')
  await page.getByRole('button', { name: 'Compact rows' }).click()
  const widest = await row(page, 'Grace Okonkwo').first().evaluate(rowLook)
  expect(widest.beyond).toBeLessThanOrEqual(0)
})

test('rows of short answers are equally high, and an address has one line', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  const even = { email: 'rahul.verma-28-letters@mail.example', company: 'Verma & Sons Cold Chain' }
  for (const subject of ['Other', 'Investment Opportunity'])
    await sendMessage(site, { name: `Even ${stamp}`, subject, ...even })
  await openAdmin(page, site)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  const rows = row(page, `Even ${stamp}`)
  await expect(rows).toHaveCount(2)
  await dressed(page)
  const heights = await rows.evaluateAll((all) => all.map((one) => one.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(52)
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
  await expect(rows.first().getByTitle(even.email)).toHaveText(even.email)
})

test('an address of 29 letters is whole in every wide row', async ({ page, site }) => {
  const email = 'bob.of.29-letters@company.com'
  await sendMessage(site, { name: 'Bob', email, company: 'Verma & Sons Cold Chain' })
  await apply(site, { fullName: 'Bob', email })
  await openAdmin(page, site)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const list of ['contact', 'careers']) {
    await page.goto(`/admin?tab=${list}&search=29-letters`)
    const address = page.getByTitle(email).first()
    for (const rows of ['ordinary', 'dense']) {
      const cut = await address.evaluate((cell) => cell.scrollWidth - cell.clientWidth)
      expect.soft(cut, `${rows} rows of ${list}`).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: 'Compact rows' }).click()
    }
  }
})

test('Delete stands beside what is due, and covers neither that nor the date', async ({
  page,
  site,
}) => {
  // a row of three lines
  const name = `Venkatanarasimharajuvaripeta ${Date.now()} Subramaniam`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.setViewportSize({ width: 1100, height: 900 })
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const one = row(page, name)
  await expect(one).toBeVisible()
  await dressed(page)
  await one.hover({ position: { x: 300, y: 10 } })
  const boxOf = async (part: Locator) =>
    (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
  const button = await boxOf(one.getByRole('button', { name: 'Delete' }))
  const date = await boxOf(one.locator('td > time'))
  const due = await boxOf(one.locator('.due'))
  await expect(one.locator('td > time')).toBeVisible()
  expect(date.y + date.height).toBeLessThanOrEqual(button.y + 1)
  expect(due.x + due.width).toBeLessThanOrEqual(button.x)
})

test('a note makes no row higher', async ({ page, site }) => {
  const name = `Noted ${Date.now()}`
  const [id] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  const headers = { origin: site.url }
  const note = { data: { note: 'Called', version: 0 }, headers }
  await page.request.patch(`/api/admin/contact-submissions/${id}`, note)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await page.route('**/api/admin/contact-submissions?**', async (route) => {
    const answer = (await (await route.fetch()).json()) as { items: { state: object }[] }
    // “13 d ago · Overdue by 12 d · Note”
    const late = ({ state, ...one }: { state: object }) => ({
      ...one,
      createdAt: ago(13.5),
      state: { ...state, dueAt: ago(12.5) },
    })
    await route.fulfill({ json: { ...answer, items: answer.items.map(late) } })
  })
  for (const width of [1440, 1100]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
    await expect(row(page, name).last()).toContainText('Note')
    await dressed(page)
    const heights = await row(page, name).evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(new Set(heights).size, `${width}: ${heights.join(' ')}`).toBe(1)
    // Each row has the same parts besides the note.
    const ages = await page
      .locator('.when > .age')
      .evaluateAll((all) => all.map((one) => one.checkVisibility()))
    expect(new Set(ages).size, `${width}: ${ages.join(' ')}`).toBe(1)
  }
})

test('what scrolls has a whole ring while it has the focus', async ({ page, site }) => {
  const id = await sendMessage(site, { name: `Ringed ${Date.now()}` })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const ring = (part: Locator, pseudo?: string) =>
    part.evaluate((one, of) => {
      const { outlineStyle, outlineOffset, outlineColor } = getComputedStyle(one, of)
      return [outlineStyle, outlineOffset, outlineColor === 'rgba(0, 0, 0, 0)']
    }, pseudo)
  const frame = page.getByRole('region', { name: 'contact submissions' })
  await expect(frame).toBeVisible()
  await page.keyboard.press('Tab')
  await frame.focus()
  // Outside the frame the page clips its sides.
  await expect.poll(() => ring(frame, '::after')).toEqual(['solid', '-2px', false])
  await page.goto(`/admin?tab=contact&record=${id}`)
  await expect(page.locator('.detail-body')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const body = page.locator('.detail-body')
  await expect.poll(() => ring(body)).toEqual(['solid', '-2px', false])
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

  test('Delete is beside the date, and a row has two lines', async ({ page, site }) => {
    // Short: all digits of the time, if they are wide ones, take a line more.
    const name = `Tapped ${Date.now() % 100_000}`
    await sendMessage(site, { name })
    await openAdmin(page, site)
    await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
    const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: 0, height: 0 }
    const button = await box(row(page, name).getByRole('button', { name: 'Delete' }))
    const date = await box(row(page, name).locator('td > time'))
    expect((await box(row(page, name))).height).toBeLessThan(70)
    expect(button.x).toBeGreaterThan(date.x + date.width)
    expect(button.x + button.width).toBeLessThan(1024)
  })
})

test('a box to select a row is easy to press on a phone, and has our colours', async ({
  page,
  site,
}) => {
  const name = `Pressed ${Date.now()}`
  await sendMessage(site, { name })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAdmin(page, site)
  for (const isDense of [true, false]) {
    await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
    await expect(row(page, name)).toBeVisible()
    if (!isDense) await page.getByRole('button', { name: 'Compact rows' }).click()
    for (const label of [`Select ${name}`, 'Select all on this page']) {
      const box = page.getByRole('checkbox', { name: label })
      await expect(box).toHaveCSS('appearance', 'none')
      const { x = 0, y = 0, width = 0 } = (await box.boundingBox()) ?? {}
      const middle = { x: x + width / 2, y: y + width / 2 }
      for (const [across, down] of [
        [-18, 0],
        [18, 0],
        [0, -20],
        [0, 20],
      ] as const) {
        await page.mouse.click(middle.x + across, middle.y + down)
        await expect(box, `${label} ${across} ${down}`).toBeChecked()
        await page.mouse.click(middle.x + across, middle.y + down)
        await expect(box).not.toBeChecked()
      }
    }
  }
})
