import type { Page } from 'playwright/test'
import { words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { inEachLook } from './looks/axe.ts'
import { pdf } from './people.ts'

/** The pixels that the page scrolls sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('axe finds nothing in forms with errors, light and dark, wide and on a phone', async ({
  page,
}) => {
  for (const path of ['/contact', '/careers', '/investors', '/eir']) {
    await page.goto(path)
    if (path === '/careers') {
      const name = `${'long-'.repeat(30)}name.pdf`
      const file = { name, mimeType: 'application/pdf', buffer: pdf(2_048) }
      await page.getByLabel('Resume', { exact: true }).setInputFiles(file)
      await expect(page.getByText(name)).toBeVisible()
    }
    await page.locator('form [type=submit]').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGoodLooks(page, path)
  }
})

test('axe finds nothing in a waitlist with its answer, light and dark, wide and on a phone', async ({
  page,
}) => {
  await page.goto('/calmist')
  const { joined, duplicate } = words('forms/waitlist').answers
  for (const [id, answer] of Object.entries({ waitlist: joined, 'waitlist-end': duplicate })) {
    const form = page.locator(`form#${id}`)
    await form.getByLabel('Email').fill('looks@engine.test')
    await form.getByRole('button').click()
    await expect(form.getByRole('status')).toHaveText(answer)
  }
  await expectGoodLooks(page, 'the answers')
})

const expectGoodLooks = (page: Page, where: string) =>
  inEachLook(page, async (look, violations) => {
    expect(violations, `${where}, ${look}`).toEqual([])
    expect(await overflow(page), `${where}, ${look}`).toBe(0)
  })

/** The inked part of a form's ruler in percent. */
const inked = (page: Page) =>
  page.locator('form.sheet').evaluate((sheet) => {
    const bar = getComputedStyle(sheet.querySelector('.filled') ?? sheet, '::before')
    return Math.round((parseFloat(bar.width) / sheet.clientWidth) * 100)
  })

test('the ruler of a form shows how much is filled in', async ({ page }) => {
  await page.goto('/contact')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // The subject has a default answer, which does not count.
    expect(await inked(page), `${width}`).toBe(0)
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await page.getByLabel('Email address').fill('ada')
    expect(await inked(page), `${width}, a wrong address`).toBeCloseTo(33, -1)
    await page.getByLabel('Email address').fill('ada@engine.test')
    await page.getByLabel('Message').fill('A few lines.')
    expect(await inked(page), `${width}, all`).toBe(100)
    for (const name of ['Full name', 'Email address', 'Message']) {
      await page.getByLabel(name).fill('')
    }
  }
})

test('every form’s ruler begins empty and counts the fields to fill in', async ({ page }) => {
  for (const path of ['/contact', '/careers', '/investors', '/eir']) {
    await page.goto(path)
    const count = page.locator('form.sheet .filled')
    const toFill = await page.locator('form.sheet :is(input, textarea):required').count()
    await expect(count, path).toHaveAttribute('data-words', new RegExp(`of ${toFill} `))
    expect(await inked(page), path).toBe(0)
    await page.getByLabel('Full name').fill('Ada Lovelace')
    expect(await inked(page), path).toBeCloseTo(100 / toFill, -1)
  }
})
