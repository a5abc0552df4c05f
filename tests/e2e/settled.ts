import type { Page } from 'playwright/test'

/**
 * Resolves once the page stands in its own fonts, which it asks for when it has been seen. Without
 * scripts nobody can say when that is.
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
 * Resolves once the page has drawn itself and had idle moments: whatever it does without being
 * touched has begun by then. Three rounds, because what comes into view is noticed with a frame, and
 * acted upon in the idle moment after it.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })

/** Resolves once a change of style or size has been drawn: every transition takes a frame, however short. */
export const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
