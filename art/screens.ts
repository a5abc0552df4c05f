import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { openDrawingBrowser } from '../scripts/setup/chromium.ts'

/** `npm run screens [-- name …]` draws all screens, or the named screens, into public/screens. */

/** The apps and their tabs: icons of icons.svg and their labels. */
const apps = {
  'founders-journal': {
    Review: 'page',
    Ideas: 'lamp',
    Metrics: 'chart',
    Updates: 'plane',
    More: 'more',
  },
  'fundraise-copilot': {
    Pipeline: 'board',
    Dossiers: 'person',
    Outreach: 'letter',
    Pulse: 'chart',
    'Data room': 'shelf',
  },
  calmist: { Today: 'sun', Tarot: 'card', Business: 'chart', Rituals: 'candle', Profile: 'person' },
} satisfies Record<string, Record<string, string>>

/** An app's name, and its folder here and in `public/screens`. */
type App = keyof typeof apps

const appNames = Object.keys(apps) as App[]

/** CSS pixels of a screen and of the tabs along its lower edge. */
const WIDTH = 360
const HEIGHT = 780
const TABS = 74

/**
 * CSS pixels. A detail shows only whole parts of a piece of this height, with at least this much around
 * them. Its own height is a number of steps, a class on the page.
 */
const DETAIL = { height: 260, air: 20, step: WIDTH / 12 }

/** Device pixels per CSS pixel. The page shows a detail at nearly twice the size of its screen. */
const SCREEN_SCALE = 2
const DETAIL_SCALE = 4

/** The page loads this origin's files from the repository. */
const ORIGIN = 'http://screens.local'

const icon = (name: string) => `<svg><use href="/art/screens/icons.svg#${name}"/></svg>`

const sheet = (file: string) => `<link rel="stylesheet" href="/art/screens/${file}.css">`

/** The HTML page around a screen. The screen's `<main>` names its tab and the time of day. */
function frame(app: App, screen: string): string {
  const said = (name: string) => new RegExp(`<main[^>]* data-${name}="([^"]*)"`).exec(screen)?.[1]
  const theme = screen.includes('<main class="dark"') ? ' class="dark"' : ''
  const tabs = Object.entries(apps[app]).map(
    ([name, drawing]) =>
      `<span${name === said('tab') ? ' class="on"' : ''}>${icon(drawing)}${name}</span>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>${app}</title>
${sheet('kit')}${sheet('parts')}${sheet(`${app}/app`)}
<body${theme}>
<div class="status"><span>${said('time') ?? ''}</span>${icon('signs')}</div>
${screen}
<div class="tabs">${tabs.join('')}</div>
</body>`
}

type Clip = { x: number; y: number; width: number; height: number }

async function openScreen(browser: Browser, scale: number, app: App, screen: string) {
  const page = await browser.newPage({
    viewport: { width: WIDTH, height: HEIGHT },
    deviceScaleFactor: scale,
  })
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    return pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: frame(app, screen) })
      : route.fulfill({ path: join('.', pathname) })
  })
  await page.goto(ORIGIN)
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Throws if a screen is too large for the phone. */
async function refuseOverflow(page: Page, name: string) {
  const over = await page.locator('main').evaluate((main) => {
    const inner =
      main.getBoundingClientRect().bottom - parseFloat(getComputedStyle(main).paddingBottom)
    const last = Math.max(...[...main.children].map((part) => part.getBoundingClientRect().bottom))
    const wide = main.scrollWidth - main.clientWidth
    return { down: Math.round(last - inner), wide }
  })
  if (over.down > 0) throw new Error(`${name} is ${over.down} px too long.`)
  if (over.wide > 0) throw new Error(`${name} is ${over.wide} px too wide.`)
}

async function save(name: string, png: Buffer, widths: number[]) {
  for (const width of widths) {
    const file = join('public/screens', `${name}-${width}.avif`)
    const image = sharp(png).resize({ width, kernel: 'lanczos3' }).avif({ quality: 50, effort: 5 })
    const bytes = await image.toBuffer()
    await writeFile(file, bytes)
    console.log(`${file}  ${(bytes.length / 1024).toFixed(1)} KB`)
  }
}

/** Hides cut parts and headings without a part. Returns the edges of the visible parts. */
function keepWholeParts(part: Element, [top, bottom]: readonly [number, number]) {
  const kept: DOMRect[] = []
  for (const other of part.parentElement?.children ?? []) {
    const box = other.getBoundingClientRect()
    const isLonely = /^H\d/.test(other.tagName) && kept.length > 0
    const isWhole = box.top >= top && box.bottom <= bottom && !isLonely
    if (isWhole) kept.push(box)
    if (other instanceof HTMLElement || other instanceof SVGElement)
      other.style.visibility = isWhole ? 'visible' : 'hidden'
  }
  document.body.style.visibility = 'hidden'
  const tops = kept.map((box) => box.top)
  const bottoms = kept.map((box) => box.bottom)
  return { from: Math.round(Math.min(...tops)), to: Math.round(Math.max(...bottoms)) }
}

/** A picture of the page, or of a part, at night. */
async function atNight(page: Page, options?: { clip: Clip }): Promise<Buffer> {
  await page.evaluate(() => document.body.classList.add('dark'))
  const night = await page.screenshot(options)
  await page.evaluate(() => document.body.classList.remove('dark'))
  return night
}

/** A picture of a detail by day; `byNight` adds the night version below it. */
async function detailPicture(page: Page, clip: Clip, byNight: boolean): Promise<Buffer> {
  const day = await page.screenshot({ clip })
  if (!byNight) return day
  const night = await atNight(page, { clip })
  return sharp([day, night], { join: { across: 1 } })
    .png()
    .toBuffer()
}

async function draw(browser: Browser, app: App, file: string) {
  const name = `${app}/${basename(file, '.html')}`
  const screen = await readFile(join('art/screens', app, file), 'utf8')
  const colours = await readFile(join('art/screens', app, 'app.css'), 'utf8')
  const byNight = colours.includes('body.dark')
  const sizes = [WIDTH, WIDTH * SCREEN_SCALE]

  const page = await openScreen(browser, SCREEN_SCALE, app, screen)
  await refuseOverflow(page, name)
  await save(name, await page.screenshot(), sizes)
  if (byNight && !screen.includes('class="dark"')) {
    await save(`${name}-night`, await atNight(page), sizes)
  }
  await page.close()

  if (!screen.includes('data-detail')) return
  const large = await openScreen(browser, DETAIL_SCALE, app, screen)
  for (const part of await large.locator('[data-detail]').all()) {
    const detail = (await part.getAttribute('data-detail')) ?? ''
    const top = (await part.boundingBox())?.y ?? 0
    const y = Math.min(Math.floor(top), HEIGHT - TABS - DETAIL.height)
    const { from, to } = await part.evaluate(keepWholeParts, [y, y + DETAIL.height] as const)
    const height = Math.ceil((to - from + 2 * DETAIL.air) / DETAIL.step) * DETAIL.step
    const clip = { x: 0, y: Math.round((from + to - height) / 2), width: WIDTH, height }
    const picture = await detailPicture(large, clip, byNight)
    await save(`${app}/detail-${detail}`, picture, [WIDTH * 2, WIDTH * 4])
  }
  await large.close()
}

const browser = await openDrawingBrowser()
const named = process.argv.slice(2)
for (const app of appNames) {
  await mkdir(join('public/screens', app), { recursive: true })
  for (const file of (await readdir(join('art/screens', app))).sort()) {
    const asked = named.length === 0 || named.includes(basename(file, '.html'))
    if (file.endsWith('.html') && asked) await draw(browser, app, file)
  }
}
await browser.close()
