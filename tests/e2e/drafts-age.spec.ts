import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { message } from './people.ts'

/** A draft stays for a day after its last change. */

test('a draft is deleted after a day', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Full name').fill(message.name)
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1)
  await page.clock.setFixedTime(Date.now() + 25 * 60 * 60 * 1_000)
  await page.goto('/about')
  await page.goto('/contact')
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('a key before the code arrives does not bring an old draft back', async ({ page }) => {
  await withoutTimeLimits(page)
  await page.goto('/contact')
  await page.getByLabel('Message').fill(message.text)
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1)
  await page.clock.setFixedTime(Date.now() + 25 * 60 * 60 * 1_000)
  const mayCome = Promise.withResolvers<undefined>()
  await page.route('**/_astro/*.js', async (route) => {
    await mayCome.promise
    await route.continue()
  })
  await page.goto('/contact')
  await page.getByLabel('Full name').fill(message.name)
  mayCome.resolve(undefined)
  const kept = () => page.evaluate(() => sessionStorage.getItem('draft contact') ?? '')
  await expect.poll(kept).not.toContain(message.text)
  await expect(page.getByLabel('Full name')).toHaveValue(message.name)
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('a draft that was begun yesterday and changed today stays', async ({ page }) => {
  await page.clock.install()
  await page.goto('/contact')
  await page.getByLabel('Full name').fill(message.name)
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1)
  await page.clock.fastForward(25 * 60 * 60 * 1_000)
  await page.getByLabel('Message').fill(message.text)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue(message.name)
  await expect(page.getByLabel('Message')).toHaveValue(message.text)
})
