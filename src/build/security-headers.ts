import { readdir, readFile, writeFile } from 'node:fs/promises'

import { strictTransport, type Hsts } from '../promises/strict-transport.ts'
import { afterBuild } from './after-build.ts'
import { recaptchaIn } from '../forms/bot-check.ts'
import { inspectHtml } from './inspect-html.ts'
import { contentSecurityPolicy } from './policy.ts'

/** After the build: hashes inline scripts and styles, and writes the headers of all pages. */
export const securityHeaders = (hsts: Hsts) =>
  afterBuild('security-headers', async ({ dist, logger }) => {
    const pages = await writeHeaders(dist, process.env, hsts)
    logger.info(`policy for ${pages} pages written to _headers`)
  })

/**
 * Writes dist/_headers for all pages in `dist`; throws if the policy would break one. Returns the
 * number of pages.
 */
export async function writeHeaders(dist: string, env: NodeJS.ProcessEnv, hsts: Hsts) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const faults: string[] = []
  const files = await readdir(dist, { recursive: true })
  const pages = files.filter((file) => file.endsWith('.html')).sort()

  for (const page of pages) {
    const found = inspectHtml(await readFile(`${dist}/${page}`, 'utf8'))
    for (const script of found.scripts) scripts.add(script)
    for (const style of found.styles) styles.add(style)
    faults.push(...found.faults.map((fault) => `${page}: ${fault}`))
  }
  if (faults.length > 0) throw new BlockedByPolicyError(faults)

  const policies = {
    site: contentSecurityPolicy({ scripts, styles }, recaptchaIn(env)),
    admin: contentSecurityPolicy({ scripts, styles }, null),
  }
  await writeFile(`${dist}/_headers`, headersFile(policies, hsts))
  return pages.length
}

class BlockedByPolicyError extends Error {
  constructor(faults: string[]) {
    super(
      `The Content-Security-Policy would block this. Use a class, or a listener in a script:\n` +
        faults.map((fault) => `  ${fault}`).join('\n'),
    )
    this.name = 'BlockedByPolicyError'
  }
}

const ONE_YEAR_SECONDS = 31_536_000

/** Browser features that are off, but where a page uses one. */
const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** “Copy address”, and “Copy link” of an answer. */
const COPYING = ['clipboard-write']
/** The studio's people sign in with passkeys. */
const PASSKEYS = ['publickey-credentials-create', 'publickey-credentials-get']

/** Everything is off but what is `allowed` for our own pages. */
const permissions = (allowed: readonly string[]) =>
  PERMISSIONS.map((feature) => `${feature}=${allowed.includes(feature) ? '(self)' : '()'}`).join(
    ', ',
  )

const FOREVER = { 'Cache-Control': `public, max-age=${ONE_YEAR_SECONDS}, immutable` }
const PRIVATE = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

type Policies = { site: string; admin: string }

const adminOnly = ({ admin }: Policies) => ({
  'Content-Security-Policy': admin,
  'Permissions-Policy': permissions([...COPYING, ...PASSKEYS]),
})

const rules = (policies: Policies, hsts: Hsts): Record<string, Record<string, string>> => ({
  '/*': {
    'Content-Security-Policy': policies.site,
    'Strict-Transport-Security': strictTransport(hsts),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissions([]),
    'X-Frame-Options': 'DENY',
  },
  // Astro puts a hash into these names. A font that changes needs a new name.
  '/_astro/*': FOREVER,
  '/fonts/*': FOREVER,
  // A page asks whether it is older than the site.
  '/build.json': { 'Cache-Control': 'no-store' },
  '/admin': { ...PRIVATE, ...adminOnly(policies) },
  '/admin/*': { ...PRIVATE, ...adminOnly(policies) },
  '/faqs': { 'Permissions-Policy': permissions(COPYING) },
})

/** https://docs.netlify.com/manage/routing/headers/ */
const headersFile = (policies: Policies, hsts: Hsts) =>
  Object.entries(rules(policies, hsts))
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    )
    .join('\n') + '\n'
