import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import { forms } from '#forms/index.ts'
import { readStudio } from '#server/content/studio.ts'
import { isLoopback } from '#server/http/network.ts'
import { Stop } from '../site/command.ts'
import { httpsCheck, missingFileCheck, oneBuildCheck, reportsCheck } from './promises.ts'
import { answers, fetchFrom, textOf, Unasked, type Check } from './check.ts'

const HEADERS: readonly [name: string, pattern: RegExp][] = [
  ['content-security-policy', /^(?!.*unsafe-inline)default-src 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/],
  ['referrer-policy', /^strict-origin-when-cross-origin$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['permissions-policy', /camera=\(\)/],
]
const PAGES_AT_ONCE = 4

const isThisMachine = (site: string) => isLoopback(new URL(site).hostname)

/** Checks without a session. Nothing is stored. */
export const publicChecks = (site: string): Check[] => [...pageChecks(site), ...formChecks(site)]

const pageChecks = (site: string): Check[] => [
  { what: 'Every page of the sitemap answers', run: () => everyPage(site) },
  { what: 'The home page has its security headers', run: () => securityHeaders(site) },
  { what: 'A page that is not there is 404', run: () => notFound(site) },
  missingFileCheck(site),
  oneBuildCheck(site),
  { what: 'Pages name the site’s own address', run: () => canonical(site) },
  { what: '/admin is kept out of search and caches', run: () => adminHeaders(site) },
  { what: 'Passkeys are allowed under /admin alone', run: () => passkeys(site) },
  { what: 'An unknown address under /api is 404', run: () => unknownApi(site) },
  reportsCheck(site),
  // Browsers accept the promise over https only.
  ...(site.startsWith('https:') ? [httpsCheck(site)] : []),
  // The Observatory can't reach this machine.
  ...(isThisMachine(site) ? [] : [observatoryCheck(site)]),
]

/** A sitemap always names the production host, so only the paths are used. */
const paths = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)

async function everyPage(site: string): Promise<string> {
  const maps = paths(await textOf(site, '/sitemap-index.xml'))
  const pages = paths((await Promise.all(maps.map((path) => textOf(site, path)))).join(''))
  if (pages.length === 0) throw new Stop('The sitemap is empty.')
  await pMap(pages, (path) => textOf(site, path), { concurrency: PAGES_AT_ONCE })
  return `${pages.length} pages`
}

async function securityHeaders(site: string): Promise<string> {
  const { headers } = await fetchFrom(site, '/')
  const wrong = HEADERS.flatMap(([name, pattern]) =>
    pattern.test(headers.get(name) ?? '') ? [] : [name],
  )
  if (wrong.length > 0) throw new Stop(`Missing or wrong: ${wrong.join(', ')}.`)
  return ''
}

async function notFound(site: string): Promise<undefined> {
  const { status } = await fetchFrom(site, `/no-such-page-${Date.now()}`)
  if (status !== 404) throw new Stop(`It is ${status}.`)
}

async function canonical(site: string): Promise<string> {
  const html = await textOf(site, '/')
  const link = /<link[^>]*rel="canonical"[^>]*>/.exec(html)?.[0] ?? ''
  const named = URL.parse(/href="([^"]+)"/.exec(link)?.[1] ?? '')?.origin
  if (!named) throw new Stop('The home page has no canonical address.')
  if (named !== site && !isThisMachine(site)) {
    throw new Stop(`They name ${named}: see host in content/studio.yaml.`)
  }
  return named
}

async function adminHeaders(site: string): Promise<undefined> {
  const { headers } = await fetchFrom(site, '/admin')
  if (!headers.get('x-robots-tag')?.includes('noindex')) throw new Stop('It lacks noindex.')
  if (!headers.get('cache-control')?.includes('no-store')) throw new Stop('It lacks no-store.')
}

/** Elsewhere no script may ask for one. */
async function passkeys(site: string): Promise<undefined> {
  for (const [path, expected] of [
    ['/', '()'],
    ['/admin', '(self)'],
    ['/admin/login', '(self)'],
    ['/admin/join', '(self)'],
    ['/admin/confirm', '(self)'],
  ] as const) {
    const { headers } = await fetchFrom(site, path)
    const policy = dictionary(headers.get('permissions-policy') ?? '')
    const isRight = PASSKEYS.every((feature) => policy.get(feature) === expected)
    if (!isRight) throw new Stop(`${path} has another Permissions-Policy.`)
  }
}

const PASSKEYS = ['publickey-credentials-create', 'publickey-credentials-get']

/** Where a host sends a rule's header and another's together, the last one counts (RFC 9651). */
const dictionary = (header: string) =>
  new Map(header.split(/,\s*/).map((one) => one.split('=', 2) as [string, string]))

async function unknownApi(site: string): Promise<string> {
  const answer = await fetchFrom(site, '/api/no-such-address')
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  if (answer.status !== 404) throw new Stop(`It is ${answer.status}.`)
  return isJson ? 'as JSON' : 'as a page, not as JSON'
}

/** A contact message. Its receipt comes to the studio: an invented address would bounce there. */
export const probe = {
  name: 'Probe',
  email: (await readStudio()).email,
  subject: 'General Inquiry',
  message: 'Sent by npm run probe, which deletes it.',
}

const JSON_TYPE = { 'content-type': 'application/json' }

function formChecks(site: string): Check[] {
  const post = (form: string, headers: Record<string, string>, body: string) =>
    fetchFrom(site, `/api/forms/${form}`, { method: 'POST', headers, body })
  const another = { ...JSON_TYPE, origin: 'https://another.example' }
  return [
    answers('A form that is only read', 405, () => fetchFrom(site, '/api/forms/contact')),
    answers('A form that is not JSON', 415, () => post('contact', {}, 'a=b')),
    answers('A form without answers', 422, () => post('contact', JSON_TYPE, '{}')),
    answers('A form from another site', 403, () => post('contact', another, '{}')),
    answers('A form that is not there', 404, () => post('nothing', JSON_TYPE, '{}')),
    // Only the store knows whether this is a retry, so this check fails without storage.
    answers('A form without a bot check', 400, () =>
      post('contact', { ...JSON_TYPE, 'idempotency-key': randomUUID() }, JSON.stringify(probe)),
    ),
    { what: 'Every form gets its challenge', run: () => challenges(site) },
  ]
}

async function challenges(site: string): Promise<string> {
  for (const { captchaAction } of forms) {
    const { status } = await fetchFrom(site, `/api/forms/challenge?action=${captchaAction}`)
    if (status === 503) throw new Stop('503: the functions can’t reach Netlify Blobs.')
    if (status !== 200) throw new Stop(`${captchaAction} is ${status}.`)
  }
  return `${forms.length} forms`
}

/** https://github.com/mdn/mdn-http-observatory#post-apiv2scan */
const API = 'https://observatory-api.mdn.mozilla.net/api/v2/scan'
const SCAN_MS = 60_000

/** Asks MDN's HTTP Observatory to visit the site; tests/observatory.ts has its rules. */
export const observatoryCheck = (site: string, api = API): Check => ({
  what: 'MDN’s Observatory grades it A+',
  async run() {
    const { grade, score } = await scanned(`${api}?host=${new URL(site).host}`)
    if (typeof grade !== 'string') throw new Stop('It gave no grade.')
    if (grade !== 'A+') throw new Stop(`It is ${grade}, with ${String(score)} points.`)
    return `${String(score)} points`
  },
})

/** An error below 500 is about the site; any other one is the grader's own. */
async function scanned(url: string): Promise<{ grade?: unknown; score?: unknown }> {
  try {
    const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(SCAN_MS) })
    if (answer.status < 500 && answer.status !== 429) return (await answer.json()) as object
  } catch {
    // It is away, or a page of somebody else answers.
  }
  throw new Unasked('It could not be asked.')
}
