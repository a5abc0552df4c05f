import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadHeaders } from '#local/pages/rules.ts'
import { recaptchaIn } from '../../src/forms/bot-check.ts'
import { contentSecurityPolicy } from '../../src/build/policy.ts'
import { observe } from '../observatory.ts'
import { dist } from './built-pages.ts'

// Every page with its deployed headers. The local server omits those for HTTPS.
const headersFor = await loadHeaders(dist, 'netlify.toml')
const paths = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/${file.replaceAll('\\', '/').replace(/\.html$/, '')}`)
  .sort()

/** A built page with its headers and some changes to them. */
const page = (path: string, changes: Record<string, string> = {}): Response => {
  const html = readFileSync(`${dist}${path}.html`)
  const headers = new Headers([['Content-Type', 'text/html; charset=utf-8'], ...headersFor(path)])
  for (const [name, value] of Object.entries(changes)) headers.set(name, value)
  return new Response(html, { headers })
}

test('the tested pages are of every kind', () => {
  expect(paths).toEqual(expect.arrayContaining(['/index', '/404', '/admin', '/contact']))
  expect(paths.filter((path) => path.startsWith('/blogs/'))).not.toEqual([])
  expect(paths.filter((path) => path.startsWith('/admin/'))).not.toEqual([])
})

test.each(paths)('%s has the best grade', async (path) => {
  expect(await observe(page(path))).toEqual({ score: 130, failed: [] })
})

const CSP = 'Content-Security-Policy'
const policy = new Headers(headersFor('/404')).get(CSP) ?? ''
const without = (directive: string) => policy.replace(new RegExp(`${directive} [^;]*; `), '')
const unsafe = (directive: string) =>
  policy.replace(new RegExp(`${directive} [^;]*`), `${directive} 'self' 'unsafe-inline'`)

test('the policy for reCAPTCHA keeps the best grade', async () => {
  const recaptcha = recaptchaIn({ RECAPTCHA_SITE_KEY: 'a', RECAPTCHA_SECRET_KEY: 'b' })
  const theirs = contentSecurityPolicy({ scripts: [], styles: [] }, recaptcha)
  expect(theirs).toContain('https://www.google.com/recaptcha/')
  expect(await observe(page('/404', { [CSP]: theirs }))).toMatchObject({ score: 130 })
})

// Weaker headers must give a lower score.
test.each<[string, Record<string, string>, number]>([
  ['no policy', { [CSP]: '' }, 75],
  ['inline scripts', { [CSP]: unsafe('script-src') }, 80],
  ['inline styles', { [CSP]: unsafe('style-src') }, 120],
  ['a wider default', { [CSP]: policy.replace("default-src 'none'", "default-src 'self'") }, 125],
  ['frames by the older header alone', { [CSP]: without('frame-ancestors') }, 125],
  ['frames by nobody', { [CSP]: without('frame-ancestors'), 'X-Frame-Options': '' }, 80],
  ['a month of https', { 'Strict-Transport-Security': 'max-age=2592000' }, 120],
  ['guessed types', { 'X-Content-Type-Options': '' }, 125],
  ['use by other sites', { 'Cross-Origin-Resource-Policy': 'cross-origin' }, 120],
  ['whole addresses to other sites', { 'Referrer-Policy': 'unsafe-url' }, 120],
])('the score shows %s', async (_, weaker, score) => {
  expect(await observe(page('/404', weaker))).toMatchObject({ score })
})
