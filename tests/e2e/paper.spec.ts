import { expect, test } from './fixtures.ts'
import { publicPaths } from './public-paths.ts'
import { drawn } from './settled.ts'

test.beforeEach(({ allowConsole }) => {
  allowConsole(/404/)
})

test('on paper nothing waits to be scrolled to', async ({ page }) => {
  for (const path of await publicPaths(page.request)) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await drawn(page)
    const moving = await page.evaluate(() => document.getAnimations().length)
    expect.soft(moving, path).toBe(0)
  }
})

test('paper is numbered, and says whose page it is', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  for (const path of await publicPaths(page.request)) {
    await page.goto(path)
    const said = await page.evaluate(() => {
      const shown = [...document.head.children].filter((one) => one.checkVisibility())
      const address = shown.find((one) => one.matches('[rel=canonical]'))
      return {
        title: shown.some((one) => one.matches('title')),
        address: address && getComputedStyle(address, '::after').content,
        ink: getComputedStyle(document.body).color,
        bar: document.querySelector('.site-bar')?.checkVisibility(),
      }
    })
    const canonical = page.locator('link[rel=canonical]')
    const address = (await canonical.count()) ? await canonical.getAttribute('href') : undefined
    expect.soft(said, path).toEqual({
      title: true,
      address: address && `"${address}"`,
      ink: 'rgb(19, 25, 39)',
      bar: false,
    })
  }
})
