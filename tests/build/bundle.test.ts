import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'
import type { Config } from '@netlify/functions'
import { forms } from '#forms/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Entry = {
  name: string
  routes?: { pattern: string; methods: string[] }[]
  trafficRules?: { action: { config: { rateLimitConfig: object; aggregate: object } } }
  schedule?: string
}

const FUNCTIONS = 'netlify/functions'
const names = (await readdir(FUNCTIONS)).map((file) => file.replace(/\.ts$/, ''))
let folder: string
let entries: Entry[]

// What Netlify itself does with the folder when the site is deployed.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
  const manifest = join(folder, 'manifest.json')
  await zipFunctions(FUNCTIONS, folder, {
    manifest,
    config: { '*': { nodeBundler: 'esbuild' } },
  })
  entries = (JSON.parse(await readFile(manifest, 'utf8')) as { functions: Entry[] }).functions
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const list = <T>(oneOrMany: T | T[] = []): T[] =>
  Array.isArray(oneOrMany) ? oneOrMany : [oneOrMany]

async function configOf(name: string): Promise<Config> {
  const file = pathToFileURL(resolve(FUNCTIONS, `${name}.ts`)).href
  return ((await import(/* @vite-ignore */ file)) as { config?: Config }).config ?? {}
}

test('every function is bundled', () => {
  expect(entries.map(({ name }) => name).sort()).toEqual([...names].sort())
})

// Netlify reads `config` without running it, and drops in silence what it can't read.
test.each(names)('%s is reached where its config says', async (name) => {
  const { path, method, schedule } = await configOf(name)
  const entry = entries.find((one) => one.name === name)
  const methods = list(method)
  expect(entry?.routes?.map(({ pattern }) => pattern) ?? []).toEqual(list(path))
  for (const route of entry?.routes ?? []) expect(route.methods).toEqual(methods)
  expect(entry?.schedule).toBe(schedule)
})

test.each(forms.map((form) => form.collection))(
  '%s has an address in the admin API',
  (collection) => {
    const routes = entries.find(({ name }) => name === 'admin-records')?.routes ?? []
    const [list, record] = routes.map(({ pattern }) => new URLPattern({ pathname: pattern }))
    expect(list?.test({ pathname: `/api/admin/${collection}` })).toBe(true)
    expect(record?.test({ pathname: `/api/admin/${collection}/an-id` })).toBe(true)
  },
)

test.each(names)('%s is limited as its config says', async (name) => {
  const { rateLimit } = await configOf(name)
  const rules = entries.find((one) => one.name === name)?.trafficRules
  const expected = rateLimit && {
    rateLimitConfig: { windowLimit: rateLimit.windowLimit, windowSize: rateLimit.windowSize },
    aggregate: { keys: list(rateLimit.aggregateBy).map((type) => ({ type })) },
  }
  expect({ limit: rules?.action.config }).toMatchObject({ limit: expected })
})
