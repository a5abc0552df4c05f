import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { roles } from '../content.ts'
import { firstLook, markedRead, openAdmin, signIn } from './people.ts'
import { apply, held, resume, sendMessage, sendMessages } from './submissions.ts'

test('a record shows all answers exactly as written', async ({ page, site }) => {
  const name = `Written ${Date.now()}`
  const message = `Two lines,\n\n    one of them indented.\n${'long'.repeat(200)}`
  await sendMessage(site, {
    name,
    email: 'ada+w@example.com',
    portfolioCompany: 'Onebotics',
    message,
  })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await page.getByRole('link', { name }).click()
  const detail = page.getByRole('dialog', { name })
  await expect(detail).toContainText('Onebotics')
  const shown = detail.getByText('one of them indented.')
  expect(await shown.innerText()).toBe(message)
  const width = () => shown.evaluate((text) => text.scrollWidth - text.clientWidth)
  expect(await width()).toBeLessThanOrEqual(0)
  const mail = detail.getByRole('link', { name: 'ada+w@example.com' })
  await expect(mail).toHaveAttribute('href', 'mailto:ada%2Bw@example.com')
  const facts = detail.locator('header [data-said]')
  await expect(facts).toHaveAttribute(
    'data-said',
    /^ada\+w@example.com · General Inquiry · .*Onebotics$/,
  )
})

test('an application has its links and its resume', async ({ page, site }) => {
  const fullName = `Grace ${Date.now()}`
  const linkedIn = 'https://www.linkedin.com/in/grace'
  const coverLetter =
    'Read it (http://example.com/a_(b)?c=1), www.example.org/b, or javascript:alert(1). ' +
    'Or write to grace+w@example.co.uk.'
  await apply(site, { fullName, linkedIn, coverLetter, resumeFileName: 'grace.pdf' })
  await openAdmin(page, site)
  await page.goto('/admin?tab=careers')
  const heads = page.getByRole('columnheader')
  await expect(heads).toContainText([
    '',
    'Full name',
    'Work email',
    'Role',
    'Role slug',
    'Location',
    'Years',
    'Created',
    'Actions',
  ])
  await page.getByRole('link', { name: fullName }).click()
  const detail = page.getByRole('dialog')
  for (const address of [linkedIn, 'http://example.com/a_(b)?c=1']) {
    const link = detail.getByRole('link', { name: address })
    await expect(link).toHaveAttribute('href', address)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  for (const [address, href] of [
    ['www.example.org/b', 'https://www.example.org/b'],
    ['grace+w@example.co.uk', 'mailto:grace%2Bw@example.co.uk'],
  ] as const) {
    await expect(detail.getByRole('link', { name: address })).toHaveAttribute('href', href)
  }
  await expect(detail.locator('a[href^="javascript"]')).toHaveCount(0)
  await expect(detail).toContainText('3 KB, application/pdf')

  const downloading = page.waitForEvent('download')
  await detail.getByRole('link', { name: 'grace.pdf' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('grace.pdf')
  expect(await readFile(await download.path())).toEqual(resume)
  // Its field has a link too.
  const again = page.waitForEvent('download')
  await detail.locator('.fields').getByRole('link', { name: 'Download' }).click()
  expect((await again).suggestedFilename()).toBe('grace.pdf')
})

test('above a long letter stand the role, the place, the years and the resume', async ({
  page,
  site,
}) => {
  const coverLetter = 'A long line.\n'.repeat(200)
  const id = await apply(site, { fullName: 'Grace Hopper', coverLetter })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=careers&record=${id}`)
  const head = page.getByRole('dialog').locator('header')
  const facts = `grace@example.com · ${roles[0]?.title} · Pune · 7 years`
  await expect(head.locator('[data-said]')).toHaveAttribute('data-said', facts)
  await expect(head.getByRole('link', { name: 'grace.pdf' })).toBeInViewport({ ratio: 1 })
})

test('on a phone a second tap where more was asked for reaches the note', async ({
  page,
  site,
}) => {
  const id = await sendMessage(site, { name: `Tapped twice ${Date.now()}` })
  await openAdmin(page, site)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/admin?tab=contact&record=${id}`)
    const more = page.getByRole('button', { name: 'More actions' })
    await expect(page.getByText(/^Mail:/)).toBeVisible()
    const box = await more.boundingBox()
    await more.click()
    const under = await page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.textContent,
      [(box?.x ?? 0) + 22, (box?.y ?? 0) + 20],
    )
    expect(under).toBe('Note')
    // Escape closes what was opened last.
    await page.keyboard.press('Escape')
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('dialog')).toBeVisible()
  }
})

test('an older record’s resume is saved as a PDF under any sent name', async ({ page, site }) => {
  const fullName = `Older ${Date.now()}`
  await apply(site, { fullName })
  await signIn(page, site)
  await page.route('**/api/admin/career-applications/*', async (route) => {
    const record = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...record, resumeFileName: 'Resume.exe' } })
  })
  await page.goto('/admin?tab=careers')
  await page.getByRole('link', { name: fullName }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Resume.exe.pdf' }).click()
  expect((await downloading).suggestedFilename()).toBe('Resume.exe.pdf')
})

test('a javascript: address is shown as text', async ({ page, site }) => {
  await apply(site, { fullName: 'Mallory' })
  await signIn(page, site)
  await page.route('**/api/admin/career-applications/*', async (route) => {
    const record = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...record, linkedIn: 'javascript:alert(1)', was: { a: [1] } } })
  })
  await page.goto('/admin?tab=careers')
  await page.getByRole('link', { name: 'Mallory' }).first().click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByText('javascript:alert(1)')).toBeVisible()
  await expect(detail.locator('a[href^="javascript"]')).toHaveCount(0)
  // answers to removed fields are shown too
  await expect(detail).toContainText('{"a":[1]}')
})

test('records can be read one after the other, and Back leads to the list', async ({
  page,
  site,
}) => {
  const name = `Read ${Date.now()}`
  await sendMessages(site, name, 3)
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await page.getByRole('link', { name: `${name} 3` }).click()
  const heading = page.getByRole('dialog').getByRole('heading')
  await expect(heading).toHaveText(`${name} 3`)
  await page.getByRole('button', { name: 'Next' }).last().click()
  await expect(heading).toHaveText(`${name} 2`)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 1`)
  await page.keyboard.press('ArrowLeft')
  await expect(heading).toHaveText(`${name} 2`)
  await page.reload()
  await expect(heading).toHaveText(`${name} 2`)
  // wait for the list too, because its row will take the focus
  await expect(page.getByRole('dialog').getByRole('status').first()).toContainText(/, 2 of \d+$/)

  // one step back is the list, two steps back the overview
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: `${name} 2` })).toBeFocused()
  await expect(page).toHaveURL(/\/admin\?tab=contact$/)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
})

test('a failed download is said beside the file, and no longer than it is so', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const name = `Saved ${Date.now()}`
  await apply(site, { fullName: `${name} 1` })
  const id = await apply(site, { fullName: `${name} 2` })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=careers&record=${id}`)
  const head = page.getByRole('dialog').locator('.facts')
  const file = head.getByRole('link', { name: 'grace.pdf' })
  await page.route('**/resume', (route) => route.fulfill({ status: 503, json: {} }))
  await file.click()
  await expect(head).toContainText('grace.pdf Download failed.')
  // The next record is known once the list is read.
  await expect(page.getByRole('dialog')).toContainText(/, \d+ of \d/)
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText(`${name} 1`)
  await expect(head.getByRole('alert')).toBeHidden()
  await file.click()
  await expect(head.getByRole('alert')).toBeVisible()
  await page.unroute('**/resume')
  const saved = page.waitForEvent('download')
  await file.click()
  await saved
  await expect(head.getByRole('alert')).toBeHidden()
})

test('what leads to the sender is on one side, whatever else is known', async ({ page, site }) => {
  const name = `Side ${Date.now()}`
  // The number at one address is shorter than that at the other.
  await sendMessages(site, name, 9)
  const email = `side-${Date.now()}@example.com`
  const addresses = [
    `contact&record=${await sendMessage(site, { name, email })}`,
    `contact&held=yes&record=${await sendMessage(site, { name, ...held })}`,
    `careers&record=${await apply(site, { fullName: name })}`,
  ]
  await openAdmin(page, site)
  const ends = new Set<number>()
  for (const address of addresses) {
    await page.goto(`/admin?tab=${address}`)
    const link = page.getByRole('button', { name: /^All from this person \(\d+\)/ })
    const { x = 0, width = 0 } = (await link.boundingBox()) ?? {}
    ends.add(Math.round(x + width))
  }
  expect([...ends]).toHaveLength(1)
})

test('a record is read after an early “Mark as spam” that failed', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const name = `Not spam ${Date.now()}`
  const id = await sendMessage(site, { name })
  await page.route('**/hold', (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }))
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await firstLook(page)
  const link = page.getByRole('link', { name, exact: true })
  // Under a clock that stands still nothing more may be drawn.
  await expect(link).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await link.click()
  // The number comes with the whole record, a moment before that counts as read.
  await expect(page.getByRole('button', { name: /this person \(\d+\)/ })).toBeVisible()
  await page.keyboard.press('!')
  await expect(page.getByText('Failed to mark contact submission as spam')).toBeVisible()
  await page.clock.runFor(1_000)
  await markedRead(page)
  const read = await page.request.get(`/api/admin/contact-submissions/${id}`)
  expect(await read.json()).toHaveProperty('state.seenAt', expect.any(String))
})
