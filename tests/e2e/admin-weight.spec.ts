import { brotliCompressSync, constants } from 'node:zlib'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { onlyLook } from './meanwhile.ts'
import { openAdmin } from './people.ts'
import { sendMessages } from './submissions.ts'

const KIB = 1_024
const LIMIT_KIB = 120

const onTheWire = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

test('all scripts of the admin area are small', async ({ page, site }) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await openAdmin(page, site)
  await page.goto('/admin?tab=waitlist')
  await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeVisible()
  // Asked for anew: a browser forgets the bodies of a page that was left.
  const read = async (url: string) => (await page.request.get(url)).text()
  const sizes = (await Promise.all([...scripts].map(read))).map(onTheWire)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'brotli', description: `${(all / KIB).toFixed(1)} KiB` })
  expect(all).toBeLessThan(LIMIT_KIB * KIB)
})

test('reading the next record redraws only its row and the one before', async ({ page, site }) => {
  const name = `Walked ${Date.now()}`
  await sendMessages(site, name, 4)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  // What a look has found draws rows again.
  await onlyLook(page)
  await page.getByRole('link', { name: `${name} 4` }).click()
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 4`)
  // A redrawn row gets new props; React stores the props at the element.
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
  expect(after.filter((one, i) => one !== before[i])).toHaveLength(2)
})

test('a page of 50 rows is drawn in one frame', async ({ page, site }) => {
  const name = `Framed ${Date.now()}`
  const messages = Array.from({ length: 60 }, (_, i) => ({ name: `${name} ${i}`, hoursAgo: i }))
  await cameEarlier(site, messages)
  await page.addInitScript(() => {
    let frame = 0
    const frames: number[] = []
    Object.assign(window, { framesOfRows: frames })
    const count = () => {
      frame++
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    const isRow = (node: Node) =>
      node instanceof Element && node.querySelector('tbody tr, tr') !== null
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      if (added.some((node) => isRow(node) || node.nodeName === 'TR')) frames.push(frame)
    }).observe(document, { childList: true, subtree: true })
  })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(page.locator('tbody tr')).toHaveCount(50)
  const frames = await page.evaluate(() => (window as { framesOfRows?: number[] }).framesOfRows)
  expect(new Set(frames).size).toBe(1)
})

test('holding j loads no passed record, and the address follows', async ({ page, site }) => {
  const name = `Passed ${Date.now()}`
  const messages = Array.from({ length: 40 }, (_, i) => ({ name: `${name} ${i}`, hoursAgo: i }))
  await cameEarlier(site, messages)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 0`, exact: true }).click()
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 0`)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Note' })).toBeVisible()
  const read: string[] = []
  page.on('request', (request) => {
    const isRecord = /contact-submissions\/[^/]+$/.test(request.url())
    if (isRecord && request.method() === 'GET') read.push(request.url())
  })
  // No time passes between the keys, even on a busy machine.
  const writes = await page.evaluate(async () => {
    const start = performance.now()
    performance.now = () => start
    let count = 0
    const write = history.replaceState.bind(history)
    history.replaceState = (...given) => {
      count++
      write(...given)
    }
    for (let i = 0; i < 39; i++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
      // The record is drawn before the next key, without a timer between them.
      await Promise.resolve()
    }
    Reflect.deleteProperty(performance, 'now')
    return count
  })
  await expect(heading).toHaveText(`${name} 39`)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Note' })).toBeVisible()
  const last = await page.locator('tbody tr').nth(39).getAttribute('data-id')
  await expect(page).toHaveURL(new RegExp(`record=${last}`))
  expect(writes).toBe(10)
  // The last record is loaded, after a moment; the first one may be loaded too.
  await expect.poll(() => read.at(-1)).toContain(last ?? 'nothing')
  expect(read.length).toBeLessThanOrEqual(2)
})
