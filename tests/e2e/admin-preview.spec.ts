import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { wholeChromium } from '../../scripts/setup/chromium.ts'
import { chromiumArgs } from './chromium-args.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin, signIn } from './people.ts'
import { redPdf } from './red-pdf.ts'
import { apply } from './submissions.ts'
import type { TestSite } from './test-site.ts'

/** Only the full browser shows PDFs. It needs an extension that Playwright disables. */
const whole = wholeChromium()
test.use({
  headless: false,
  viewport: { width: 1440, height: 900 },
  launchOptions: {
    args: [...chromiumArgs, '--headless=new'],
    ignoreDefaultArgs: [
      '--disable-extensions',
      '--disable-component-extensions-with-background-pages',
    ],
    ...(whole && { executablePath: whole }),
  },
})
test.skip(!whole, 'There is no whole Chromium here, and its shell shows no PDF.')

const preview = (page: Page) => page.locator('.file-preview iframe')
const heading = (page: Page) => page.getByRole('dialog').getByRole('heading', { level: 2 })

const applyWith = (site: TestSite, fullName: string, file: Buffer) =>
  apply(site, {
    fullName,
    resumeFileSize: file.byteLength,
    resumeFileBase64: file.toString('base64'),
  })

/** The share of the frame that has the PDF's red. */
async function red(page: Page): Promise<number> {
  const picture = await preview(page).screenshot()
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [r = 0, g = 255, b = 255] = data.subarray(at, at + 3)
    if (r > 230 && g < 30 && b < 30) count++
  }
  return count / (info.width * info.height)
}

test('the PDF is beside the fields, and the record’s keys still work', async ({ page, site }) => {
  const name = `Drawn ${Date.now()}`
  for (const n of [1, 2]) await applyWith(site, `${name} ${n}`, redPdf())
  await openAdmin(page, site)
  await page.goto('/admin')
  await page.goto('/admin?tab=careers')
  await page.getByRole('link', { name: `${name} 2` }).click()
  await expect(preview(page)).toHaveAttribute('title', 'Preview of grace.pdf')
  // the PDF page fills the width of the frame, without thumbnails
  await expect.poll(() => red(page)).toBeGreaterThan(0.6)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'grace.pdf' })).toBeVisible()

  await page.keyboard.press('j')
  await expect(heading(page)).toHaveText(`${name} 1`)
  await expect.poll(() => red(page)).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
  await expect(heading(page)).toHaveText(`${name} 2`)

  // moving the pointer out of the PDF gives the focus back
  await expect.poll(() => red(page)).toBeGreaterThan(0.2)
  await preview(page).click()
  await expect(preview(page)).toBeFocused()
  await page.mouse.move(20, 20)
  await expect(page.locator('.detail-body')).toBeFocused()
  await page.keyboard.press('j')
  await expect(heading(page)).toHaveText(`${name} 1`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // frames add no history steps, so Back leads to the page before the record
  await page.goBack()
  await expect(page).toHaveURL(/\/admin$/)
})

test('the PDF is shown where a browser obeys both policies, as on Netlify', async ({
  page,
  site,
}) => {
  const name = `Joined ${Date.now()}`
  await applyWith(site, name, redPdf())
  await signIn(page, site)
  const key = 'content-security-policy'
  const ofSite = (await page.request.get('/')).headers()[key]
  await page.route(/\/admin\?/, async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    await route.fulfill({ response, headers: { ...headers, [key]: `${ofSite}, ${headers[key]}` } })
  })
  const opened = await page.goto('/admin?tab=careers')
  expect(opened?.headers()[key]?.split(', ')).toHaveLength(2)
  await page.getByRole('link', { name }).click()
  await expect.poll(() => red(page)).toBeGreaterThan(0.6)
})

test('a smaller window has only the link', async ({ page, site }) => {
  const fullName = `Narrow ${Date.now()}`
  await applyWith(site, fullName, redPdf())
  await page.setViewportSize({ width: 1199, height: 900 })
  await openAdmin(page, site)
  await page.goto('/admin?tab=careers')
  await page.getByRole('link', { name: fullName }).click()
  await expect(page.getByRole('link', { name: 'grace.pdf' })).toBeVisible()
  await expect(page.locator('.file-preview')).toHaveCount(0)
  await page.setViewportSize({ width: 1200, height: 900 })
  await expect(preview(page)).toBeVisible()
})

test('an HTML page that starts like a PDF does not run', async ({ page, site }) => {
  const fullName = `Dressed ${Date.now()}`
  const script = '<script>top.isReached = true; document.title = "reached"</script>'
  await applyWith(site, fullName, Buffer.from(`%PDF-1.4\n<!doctype html>${script}`))
  await openAdmin(page, site)
  await page.goto('/admin?tab=careers')
  const answering = page.waitForResponse(/\/resume(#|$)/)
  await page.getByRole('link', { name: fullName }).click()
  const answered = await answering
  await answered.finished()
  await expect(preview(page)).toBeVisible()
  // The frame's own response has no headers if the PDF viewer takes it over early.
  const type = await page.evaluate(
    async (url) => (await fetch(url)).headers.get('content-type'),
    answered.url(),
  )
  expect(type).toBe('application/pdf')
  expect(await page.evaluate(() => 'isReached' in window)).toBe(false)
  const reached = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => document.title).catch(() => '')),
  )
  expect(reached).not.toContain('reached')
})
