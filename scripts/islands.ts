import { buildSite } from './build.ts'
import { answerTime, type Press } from './islands/answer-time.ts'
import { islandsOf } from './islands/island-bytes.ts'
import { compressedSite } from './lighthouse/compressed-site.ts'
import { runCommand } from './site/command.ts'
import { openDrawingBrowser } from './site/drawing-browser.ts'

/** An empty form says what is missing. */
const sent: Press = { button: 'form [type=submit]', answer: 'form [aria-invalid=true]' }

/** One page for each island, and what is pressed there; the admin area's is there from the start. */
const PAGES: Record<string, Press | null> = {
  index: { button: '.site-bar button[aria-expanded]', answer: '.site-bar [aria-expanded=true]' },
  portfolio: { button: '.card button', answer: 'dialog[open]' },
  ...{ contact: sent, careers: sent, eir: sent, investors: sent, calmist: sent },
  admin: null,
}

/** How much slower the processor of Lighthouse's phone is. */
const PHONE = 4

/**
 * `npm run islands`: what each island costs once it is touched, in bytes at brotli quality 5, and how
 * long it takes to answer when they are there: here, and with a phone's processor.
 */
await runCommand(async () => {
  await buildSite()
  const site = await compressedSite('dist')
  const browser = await openDrawingBrowser()
  const rows: Record<string, string | number>[] = []
  for (const [page, press] of Object.entries(PAGES)) {
    for (const { name, files, bytes, later } of await islandsOf('dist', `${page}.html`)) {
      if (rows.some(({ island }) => island === name)) continue
      const url = `${site.url}/${page.replace('index', '')}`
      const row = { island: name, bytes, files: files.length, later }
      const after = async (slower: number) =>
        press ? Math.round(await answerTime(browser, url, files, press, slower)) : ''
      rows.push({ ...row, 'answers after ms': await after(1), 'slow phone': await after(PHONE) })
    }
  }
  await browser.close()
  site.close()
  console.table(rows)
})
