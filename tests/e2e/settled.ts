import type { Page } from 'playwright/test'

/**
 * Waits until the page shows its own fonts, which load after the first paint. Without scripts it
 * does not wait, because the page can't tell.
 */
export const dressed = (page: Page) =>
  page.evaluate(async () => {
    if (matchMedia('(scripting: none)').matches) return
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const later = document.querySelector<HTMLLinkElement>('#later')
    while (later && !later.sheet) await frame()
    await frame()
    await document.fonts.ready
  })

/**
 * Waits until the page has started everything that it does without a touch. Three rounds of a
 * frame and an idle moment: the page notices a visible element in a frame and acts when it is idle.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })

/** Waits until a change of style or size is drawn; even the shortest transition takes a frame. */
export const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })

/** Scrolls to the foot, so that every sliding element reaches its place. */
export async function toTheFoot(page: Page) {
  await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight)
  })
  await drawn(page)
}
