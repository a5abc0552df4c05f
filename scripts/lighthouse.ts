import { readdir } from 'node:fs/promises'
import { readAddress } from '#local/address.ts'
import { listen } from '#local/listen.ts'
import { loadPages } from '#local/pages/pages.ts'
import { buildSite } from './build.ts'
import { medianVisit, shortcomings, visit, type Visit } from './lighthouse/visit.ts'
import { installedChromium } from './setup/chromium.ts'
import { runCommand, Stop } from './site/command.ts'

const VISITS = 3
/** These addresses scroll to a form, which loads its code. */
const FORMS_IN_VIEW = ['/careers#form', '/eir#form', '/investors#form', '/calmist#waitlist-end']

/** An empty page shows how fast the machine is now. */
const EMPTY = '/empty'
const EMPTY_PAGE = '<!doctype html><html lang=en><title>x</title><p>x'

/** Serves the built pages as `npm start` does, and the empty page. */
async function servePages() {
  const pages = await loadPages('dist', 'netlify.toml')
  const { port, close } = await listen(
    (request, response) => {
      const url = readAddress(request)
      if (url && url.pathname !== EMPTY) pages.answer(request, response, url)
      else response.setHeader('Content-Type', 'text/html').end(EMPTY_PAGE)
    },
    { port: 0, host: '127.0.0.1' },
  )
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await close()
      await pages.close()
    },
  }
}

async function allRoutes(): Promise<string[]> {
  const files = await readdir('dist', { recursive: true })
  const pages = files.filter(
    (one) => one.endsWith('.html') && !/^(admin|404|article-not)/.test(one),
  )
  const routes = pages.map((one) => `/${one.replace(/(index)?\.html$/, '')}`)
  const isBuilt = (form: string) => routes.some((route) => form.startsWith(`${route}#`))
  return [...routes.sort(), ...FORMS_IN_VIEW.filter(isBuilt)]
}

/**
 * `npm run lighthouse [-- /route …]`: measures every page on Lighthouse's slow phone, median of
 * three. Each visit follows one of an empty page, because on a busy machine only the ratio counts.
 */
await runCommand(async () => {
  const chromium = installedChromium()
  if (!chromium) throw new Stop('There is no Chrome or Chromium here: npm test installs one.')
  await buildSite()
  const site = await servePages()
  const named = process.argv.slice(2)
  const rows = []
  for (const route of named.length > 0 ? named : await allRoutes()) {
    const visits = { page: [] as Visit[], empty: [] as Visit[] }
    for (let i = 0; i < VISITS; i++) {
      visits.empty.push(await visit(site.url + EMPTY, chromium))
      visits.page.push(await visit(site.url + route, chromium))
    }
    const page = medianVisit(visits.page)
    const empty = medianVisit(visits.empty)
    const row = {
      route,
      scores: page.scores.join('/'),
      FCP: Math.round(page.fcp),
      LCP: Math.round(page.lcp),
      empty: Math.round(empty.lcp),
      ratio: (page.lcp / empty.lcp).toFixed(2),
      TBT: Math.round(page.tbt),
      CLS: page.cls.toFixed(3),
      short: shortcomings(page, empty).join(' '),
    }
    console.log(Object.values(row).join('  '))
    rows.push(row)
  }
  await site.close()
  console.table(rows)
  const short = rows.filter((row) => row.short)
  if (short.length > 0) throw new Stop(`${short.length} pages fall short.`)
})
