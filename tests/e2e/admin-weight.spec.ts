import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'
import { sendMessages } from './submissions.ts'

const KIB = 1_024
const LIMIT_KIB = 120

const onTheWire = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

test('all script of the admin area is light', async ({ page, site }) => {
  const scripts = new Map<string, Promise<string>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.text())
  })
  await signIn(page, site)
  await page.goto('/admin?tab=waitlist')
  await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeVisible()
  const sizes = (await Promise.all(scripts.values())).map(onTheWire)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'brotli', description: `${(all / KIB).toFixed(1)} KiB` })
  expect(all).toBeLessThan(LIMIT_KIB * KIB)
})

test('walking through records draws no other row anew', async ({ page, site }) => {
  const name = `Walked ${Date.now()}`
  await sendMessages(site, name, 4)
  await signIn(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 4` }).click()
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 4`)
  // A row that is drawn anew gets new props: React keeps the last ones at its element.
  const props = () =>
    page.locator('tbody tr').evaluateAll((rows) => {
      const kept = ((window as { kept?: unknown[] }).kept ??= [])
      return rows.map((tr) => {
        const key = Object.keys(tr).find((one) => one.startsWith('__reactProps'))
        const value = key && (tr as unknown as Record<string, unknown>)[key]
        if (!kept.includes(value)) kept.push(value)
        return kept.indexOf(value)
      })
    })
  await expect(page.locator('tbody .new-mark')).toHaveCount(3)
  const before = await props()
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 3`)
  await expect(page.locator('tbody .new-mark')).toHaveCount(2)
  const after = await props()
  expect(after.filter((one, i) => one !== before[i])).toHaveLength(1)
})
