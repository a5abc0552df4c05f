import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'
import type { Config } from '@netlify/functions'
import { forms } from '#forms/index.ts'
import { buildFileOf, idOf, type Build } from '#publication/build-file.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportLicences } from '../../scripts/licences.ts'
import { apps } from '../content.ts'

type Entry = {
  name: string
  routes?: { pattern: string; methods: string[]; prefer_static?: boolean }[]
  excludedRoutes?: { pattern: string }[]
  trafficRules?: { action: { config: { rateLimitConfig: object; aggregate: object } } }
  schedule?: string
}

const FUNCTIONS = 'netlify/functions'
/** Limit for one unpacked function without lazy imports. Notifications take 100,000 of it. */
const MAX_BYTES = 820_000
/** Loaded with the first mail only. Netlify packs it twice, for import and for require. */
const MAILER = 'node_modules/nodemailer/'
const MAX_MAILER_BYTES = 1_800_000
/** Loaded with the first passkey only, and packed for the two functions that know passkeys. */
const PASSKEYS =
  /^node_modules\/(@simplewebauthn|@peculiar|@hexagon|@levischuck|asn1js|pvtsutils|pvutils|reflect-metadata|tslib|tsyringe)\//
const MAX_PASSKEY_BYTES = 1_800_000
const KNOW_PASSKEYS = ['admin-passkeys', 'admin-staff']
/** Loaded with the first refused form that came without script. */
const FORM_PAGES = '.cache/form-pages-dist.mjs'
const MAX_FORM_PAGES_BYTES = 350_000
const SHOW_FORMS = ['forms', 'forms-waitlist']
const names = (await readdir(FUNCTIONS)).map((file) => file.replace(/\.ts$/, ''))
let folder: string
let entries: Entry[]
let inputs: string[]

// Netlify bundles the functions in the same way when it deploys the site.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
  const manifest = join(folder, 'manifest.json')
  const bundles = await zipFunctions(FUNCTIONS, folder, {
    manifest,
    archiveFormat: 'none',
    config: await includedFiles(),
  })
  inputs = bundles.flatMap((bundle) => bundle.inputs ?? [])
  entries = (JSON.parse(await readFile(manifest, 'utf8')) as { functions: Entry[] }).functions
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What netlify.toml includes, by the names of the functions. */
async function includedFiles() {
  const toml = await readFile('netlify.toml', 'utf8')
  const sections = [
    ...toml.matchAll(/^\[functions(?:\."(.*)")?\]$[^[]*included_files = (\[.*\])/gm),
  ]
  return Object.fromEntries(
    sections.map(([, names = '*', files = '']) => [
      names,
      {
        includedFiles: JSON.parse(files) as string[],
        includedFilesBasePath: resolve('.'),
      },
    ]),
  )
}

const list = <T>(oneOrMany: T | T[] = []): T[] =>
  Array.isArray(oneOrMany) ? oneOrMany : [oneOrMany]

async function configOf(name: string): Promise<Config> {
  const file = pathToFileURL(resolve(FUNCTIONS, `${name}.ts`)).href
  return ((await import(/* @vite-ignore */ file)) as { config?: Config }).config ?? {}
}

test('every function is bundled', () => {
  expect(entries.map(({ name }) => name).sort()).toEqual([...names].sort())
})

test('the licences of all shipped packages are listed, and no others', async () => {
  const { rows, faults } = await reportLicences(inputs)
  expect(faults).toEqual([])
  expect(rows).toContainEqual({
    package: 'zod',
    version: expect.stringMatching(/^4\./) as string,
    licence: 'MIT',
    'goes into': 'pages, functions',
  })
  const among = (place: string) =>
    rows.filter((row) => row['goes into'].includes(place)).map((row) => row.package)
  expect(among('pages')).toEqual(expect.arrayContaining(['altcha', 'astro', 'react-dom']))
  expect(among('functions')).toEqual(expect.arrayContaining(['@netlify/blobs', 'iron-session']))
  // Only the build uses these, and some libraries of sharp are under the LGPL.
  const names = rows.map((row) => row.package)
  expect(names.filter((name) => /sharp|img|vite|typescript|satori/.test(name))).toEqual([])
})

// Netlify reads `config` without running it and silently ignores values that it cannot read.
test.each(names)('%s has the routes and the schedule of its config', async (name) => {
  const { path, method, schedule } = await configOf(name)
  const entry = entries.find((one) => one.name === name)
  const methods = list(method)
  expect(entry?.routes?.map(({ pattern }) => pattern) ?? []).toEqual(list(path))
  for (const route of entry?.routes ?? []) expect(route.methods).toEqual(methods)
  expect(entry?.schedule).toBe(schedule)
})

test('every address of the API has one function, and unknown addresses have one too', () => {
  const rest = entries.find(({ name }) => name === 'api')
  const others = entries.filter(({ name }) => name !== 'api')
  const patterns = others.flatMap(({ routes = [] }) => routes.map(({ pattern }) => pattern))
  expect(rest?.excludedRoutes?.map(({ pattern }) => pattern).sort()).toEqual(patterns.sort())
  expect(rest?.routes?.map(({ pattern }) => pattern)).toEqual(['/api', '/api/*', '/_astro/*'])
  // Files that are there come first.
  expect(rest?.routes?.map((route) => route.prefer_static)).toEqual([true, true, true])
})

test('the platform’s rate limit excludes the waitlist, because it answers 429', () => {
  const [limited, free] = ['forms', 'forms-waitlist'].map((name) =>
    entries.find((one) => one.name === name),
  )
  expect(limited?.trafficRules).toBeDefined()
  expect(limited?.excludedRoutes?.map(({ pattern }) => pattern)).toEqual(['/api/forms/waitlist'])
  expect(free?.trafficRules).toBeUndefined()
})

test.each(forms)('$noun has an address in the admin API', ({ collection, splitBy }) => {
  const patterns = entries
    .filter(({ name }) => name !== 'api')
    .flatMap(({ routes = [] }) =>
      routes.map(({ pattern }) => new URLPattern({ pathname: pattern })),
    )
  const list = `/api/admin/${collection}${splitBy ? '/entries' : ''}`
  for (const path of [list, `${list}/an-id`, `${list}/an-id/release`]) {
    const reached = patterns.filter((pattern) => pattern.test({ pathname: path }))
    expect(reached, path).toHaveLength(1)
  }
  const file = `/api/admin/${collection}.csv`
  expect(patterns.some((pattern) => pattern.test({ pathname: file }))).toBe(true)
})

test('the bundled forms know the options from the content', async () => {
  const ask = `
    const { default: forms } = await import('./netlify/functions/forms.mjs')
    const request = new Request('https://studio.test/api/forms/careers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ roleSlug: 'chief-of-nothing' }),
    })
    const answer = await forms(request, { params: { form: 'careers' }, deploy: { context: 'dev' } })
    console.log(JSON.stringify(await answer.json()))`
  // Run it as Netlify does, from the bundle's own folder without the repository.
  const node = ['--input-type=module', '--eval', ask]
  const { stdout } = await promisify(execFile)(process.execPath, node, {
    cwd: join(folder, 'forms'),
  })
  // The log line of the request comes first.
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    fields: { roleSlug: 'Select the role you are applying for.' },
  })
})

test.each(SHOW_FORMS)('the bundled %s show a form that came without script', async (name) => {
  const form = name === 'forms' ? 'eir' : 'waitlist'
  const ask = `
    const { default: forms } = await import('./netlify/functions/${name}.mjs')
    const body = new URLSearchParams({ email: 'ada', projectSlug: '${apps[0]?.waitlist}' })
    const request = new Request('https://studio.test/api/forms/${form}', { method: 'POST', body })
    const context = { params: { form: '${form}' }, deploy: { context: 'dev' } }
    const answer = await forms(request, context)
    console.log(JSON.stringify({ headers: [...answer.headers], html: await answer.text() }))`
  const node = ['--input-type=module', '--eval', ask]
  const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: join(folder, name) })
  const { headers, html } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    headers: [string, string][]
    html: string
  }
  expect(html).toContain(`id="${form}-email-error">Enter a valid email address.`)
  // the policy is the one of all pages
  const pages = await readFile('dist/_headers', 'utf8')
  expect(pages).toContain(
    `Content-Security-Policy: ${new Map(headers).get('content-security-policy')}`,
  )
})

test.each(names)('%s knows its build, by the id that the pages have', async (name) => {
  const file = await readFile(join(folder, name, buildFileOf('dist')), 'utf8')
  const build = JSON.parse(file) as Build
  const pages: unknown = JSON.parse(await readFile('dist/build.json', 'utf8'))
  expect({ id: idOf(build) }).toEqual(pages)
})

// A cold function reads every imported file before it answers.
test.each(names)('the bundle of %s contains little more than it needs', async (name) => {
  const files = await readdir(join(folder, name), { recursive: true })
  // Netlify adds files of its own, which we cannot change.
  const ours = files.filter((file) => !file.startsWith('___netlify'))
  expect(ours.filter((file) => file.includes('locales'))).toEqual([])
  const sizes = await Promise.all(
    ours.map(async (file) => (await stat(join(folder, name, file))).size),
  )
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  const isMailer = (place: number) => ours[place]?.startsWith(MAILER) ?? false
  const isPasskeys = (place: number) => PASSKEYS.test(ours[place] ?? '')
  const isFormPages = (place: number) => ours[place] === FORM_PAGES
  const isRest = (place: number) => !isMailer(place) && !isPasskeys(place) && !isFormPages(place)
  expect(sum(sizes.filter((_, place) => isRest(place)))).toBeLessThan(MAX_BYTES)
  const most = KNOW_PASSKEYS.includes(name) ? MAX_PASSKEY_BYTES : 0
  expect(sum(sizes.filter((_, place) => isPasskeys(place)))).toBeLessThanOrEqual(most)
  expect(sum(sizes.filter((_, place) => isMailer(place)))).toBeLessThan(MAX_MAILER_BYTES)
  const pages = SHOW_FORMS.includes(name) ? MAX_FORM_PAGES_BYTES : 0
  expect(sum(sizes.filter((_, place) => isFormPages(place)))).toBeLessThanOrEqual(pages)
})

test.each(names)('%s has the rate limit of its config', async (name) => {
  const { rateLimit } = await configOf(name)
  const rules = entries.find((one) => one.name === name)?.trafficRules
  const expected = rateLimit && {
    rateLimitConfig: { windowLimit: rateLimit.windowLimit, windowSize: rateLimit.windowSize },
    aggregate: { keys: list(rateLimit.aggregateBy).map((type) => ({ type })) },
  }
  expect({ limit: rules?.action.config }).toMatchObject({ limit: expected })
})
