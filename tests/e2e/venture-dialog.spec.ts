import type { Page } from 'playwright/test'
import { shown } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { axeViolations, inEachLook } from './looks/axe.ts'
import { drawn } from './settled.ts'
import {
  SECOND,
  THIRD,
  FOURTH,
  WITH_APP,
  said,
  card,
  cards,
  closeButton,
  dialog,
  openVenture,
  ventures,
} from './ventures.ts'

test('the contact form opens with the venture filled in', async ({ page }) => {
  await openVenture(page, WITH_APP)
  await dialog(page)
    .getByRole('link', { name: new RegExp(`^${shown(said.contact, { name: '' }).trim()}`) })
    .click()
  await expect(page.getByLabel('Portfolio company of interest')).toHaveValue(WITH_APP)
})

const waysToClose: Record<string, (page: Page) => Promise<void>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'the close button': (page) => closeButton(page).click(),
  'the close button, by keyboard': (page) => page.keyboard.press('Enter'),
  'a press on the backdrop': async (page) => {
    await page.mouse.move(20, 450)
    await page.mouse.down()
    // pressing the button down closes the sheet
    await expect(dialog(page)).toBeHidden()
    await page.mouse.up()
  },
  'a click outside': (page) => page.mouse.click(20, 450),
  'a click that no press precedes': (page) =>
    dialog(page).evaluate((element) => {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 1, clientY: 1 }))
    }),
}

test('every way to close the sheet returns the focus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [way, close] of Object.entries(waysToClose)) {
    await openVenture(page, THIRD)
    await expect(closeButton(page), way).toBeFocused()
    await close(page)
    await expect(dialog(page), way).toBeHidden()
    await expect(card(page, THIRD), way).toBeFocused()
    await expect(cards(page), way).toHaveCount(ventures.length)
  }
})

test('a click inside the sheet keeps it open', async ({ page }) => {
  await openVenture(page, THIRD)
  await dialog(page).getByRole('heading').click()
  await dialog(page).locator('img').click()
  await expect(dialog(page)).toBeVisible()
})

test('a card clicked within 200 ms after closing does not open', async ({ page }) => {
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openVenture(page, FOURTH)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await page.clock.runFor(199)
  await card(page, WITH_APP).click()
  await expect(dialog(page)).toBeHidden()
  await page.clock.runFor(2)
  await card(page, WITH_APP).click()
  await expect(dialog(page)).toHaveAccessibleName(WITH_APP)
})

test('Tab does not reach the page behind the sheet', async ({ page }) => {
  await page.goto('/portfolio')
  await card(page, WITH_APP).focus()
  await page.keyboard.press('Enter')
  await expect(closeButton(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(
    dialog(page).getByRole('link', {
      name: new RegExp(`^${shown(said.contact, { name: '' }).trim()}`),
    }),
  ).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('link', { name: said.app })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('link', { name: said.page })).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main'))).toBeFalsy()
  await page.keyboard.press('Escape')
  await expect(card(page, WITH_APP)).toBeFocused()
})

test('axe finds nothing in an open sheet, light and dark, wide and on a phone', async ({
  page,
}) => {
  await openVenture(page, WITH_APP)
  await inEachLook(page, (look, violations) => {
    expect(violations, look).toEqual([])
  })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await drawn(page)
  expect(await axeViolations(page), 'dark on a phone').toEqual([])
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  for (const held of [0, 300]) {
    test(`a tap of ${held} ms beside the sheet opens no card below it`, async ({ page }) => {
      await page.goto('/portfolio')
      await page.locator('.cards').evaluate((list) => list.scrollIntoView())
      await card(page, SECOND).tap()
      await expect(dialog(page)).toBeVisible()

      const finger = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints })
      const below = { x: 200, y: 1100 }
      await touch('touchStart', [below])
      await page.waitForTimeout(held)
      await touch('touchEnd', [])
      await expect(dialog(page)).toBeHidden()
      // There is a card at this point, and the tap had enough time to open it.
      await page.waitForTimeout(400)
      await expect(dialog(page)).toBeHidden()
      // On a busy page the pause after closing ends later. A second tap would close what opens late.
      await expect(async () => {
        await page.touchscreen.tap(below.x, below.y)
        await expect(dialog(page)).toBeVisible({ timeout: 10_000 })
      }).toPass()
    })
  }
})
