import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { openDrawingBrowser } from './site/drawing-browser.ts'
import { newest } from './pictures/letters.ts'
import { startVisitedSite, type VisitedSite } from './pictures/visited-site.ts'

/** `npm run pictures`: takes the README's pictures of the site, in both themes. */

const FOLDER = 'docs/pictures'
/** CSS pixels: neither the home page's first drawing nor the admin's list is cut off. */
const VIEWPORT = { width: 1280, height: 960 }
/** Taken with two pixels to a CSS pixel and written with one: letters come out smoother. */
const SCALE = 2
/** The newest letter has been there for a while. */
const LATER_MS = 20 * 60_000
/** All pictures together: who reads the README should not wait for them. */
const MOST_BYTES = 300 * 1_024

const inKiB = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KiB`

const themes = ['light', 'dark'] as const

async function openPage(browser: Browser, { url }: VisitedSite, theme: (typeof themes)[number]) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: VIEWPORT,
    deviceScaleFactor: SCALE,
    colorScheme: theme,
    // What would move stands where it comes to rest.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
  })
  const page = await context.newPage()
  // The list says how long ago a letter came.
  await page.clock.setFixedTime(Date.parse(newest.at) + LATER_MS)
  return page
}

async function goHome(page: Page) {
  await page.goto('/')
}

async function goToMessages(page: Page, { admin }: VisitedSite) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('tab', { name: 'Contact' }).click()
  await page.getByText(newest.name).waitFor()
  await page.getByRole('button', { name: /^Answered \d/ }).waitFor()
  await page.getByRole('tab', { name: /^Contact \d/ }).waitFor()
}

const views = { home: goHome, admin: goToMessages }

/** The page as it is once its fonts and the pictures in sight are there; answers its size in bytes. */
async function take(page: Page, name: string): Promise<number> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const inSight = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight,
    )
    await Promise.all(inSight.map((image) => image.decode()))
  })
  const picture = sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  const bytes = await picture
    .resize({ width: VIEWPORT.width })
    .webp({ quality: 80, effort: 6 })
    .toBuffer()
  const file = join(FOLDER, `${name}.webp`)
  await writeFile(file, bytes)
  console.log(`${file}  ${inKiB(bytes.length)}`)
  return bytes.length
}

await mkdir(FOLDER, { recursive: true })
const site = await startVisitedSite()
const browser = await openDrawingBrowser()
let total = 0
try {
  for (const theme of themes) {
    for (const [view, goThere] of Object.entries(views)) {
      const page = await openPage(browser, site, theme)
      await goThere(page, site)
      total += await take(page, `${view}-${theme}`)
      await page.context().close()
    }
  }
} finally {
  await browser.close()
  await site.close()
}
console.log(`${inKiB(total)} together, at most ${inKiB(MOST_BYTES)}`)
if (total > MOST_BYTES) {
  console.error('The pictures are too large for a README.')
  process.exitCode = 1
}
