import { appPage } from '../../src/islands/portfolio/venture.ts'
import { shown } from '../content.ts'
import { expect, test } from './fixtures.ts'
import {
  card,
  dialog,
  expectWebsite,
  factsIn,
  factsInDialog,
  openVenture,
  pageOf,
  said,
  ventures,
} from './ventures.ts'

test('every sheet has its facts and its links', async ({ page }) => {
  await page.goto('/portfolio')
  const sheet = dialog(page)
  for (const venture of ventures) {
    const { name, sector, stage, kind, tags } = venture
    await card(page, name).click()
    await expect(sheet).toHaveAccessibleName(name)
    await expect(sheet.locator('img')).toHaveAttribute('src', /^\/plates\//)
    await expect(sheet).toContainText(`${stage} · ${sector} · ${kind}`)
    expect(await factsIn(sheet), name).toEqual(factsInDialog(venture))
    await expect(sheet.getByRole('list', { name: said.areas }).locator('li')).toHaveText(tags)

    await expect(
      sheet.getByRole('link', { name: new RegExp(`^${shown(said.contact, { name: '' }).trim()}`) }),
    ).toHaveAttribute('href', `/contact?company=${encodeURIComponent(name)}`)
    const app = sheet.getByRole('link', { name: said.app })
    if (appPage(name)) await expect(app).toHaveAttribute('href', appPage(name) ?? '')
    else await expect(app, name).toHaveCount(0)
    await expectWebsite(sheet, venture)
    await expect(sheet.getByRole('link', { name: said.page })).toHaveAttribute('href', pageOf(name))
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    // A click within 200 ms after closing opens no sheet.
    await page.waitForTimeout(200)
  }
})

test('every sheet fits the width of a phone, and every plate fills its place', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { name } of ventures) {
    await page.setViewportSize({ width: 320, height: 844 })
    await openVenture(page, name)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const wider = await dialog(page).evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)
      expect.soft(wider, `${name} at ${width}`).toBe(0)
      const plate = await dialog(page).evaluate((sheet) => {
        const img = sheet.querySelector('img')
        const { objectFit } = getComputedStyle(img ?? sheet)
        const below = [...document.querySelectorAll('.card')].map(
          (card) => card.clientHeight - (card.querySelector('img')?.clientHeight ?? 0),
        )
        return {
          // A drawing is never cropped.
          isCropped: objectFit === 'cover' && img?.src.includes('.svg'),
          beside: sheet.clientWidth - (img?.clientWidth ?? 0),
          below: Math.max(...below),
        }
      })
      expect.soft(plate, `${name} at ${width}`).toEqual({ isCropped: false, beside: 0, below: 0 })
    }
  }
})
