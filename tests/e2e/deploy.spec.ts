import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testAdminArea } from './deploys/admin-area.ts'
import { testForms } from './deploys/forms.ts'
import { testIslands } from './deploys/islands.ts'
import { chip, test } from './deploys/over-build.ts'
import { expect } from './fixtures.ts'

// All tests run in one worker, because build B is made only for them.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ page, site, allowConsole }) => {
  allowConsole(/404|Failed to|ERR_|409|422/)
  site.publish('A')
  // A form in view would fetch its code before the deploy.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
})

test('pages, answers and /build.json name one build, and nobody keeps what is missing', async ({
  page,
  site,
}) => {
  const ids = []
  for (const build of ['A', 'B'] as const) {
    site.publish(build)
    const answer = await page.request.get('/build.json')
    expect(answer.headers()['cache-control']).toBe('no-store')
    const { id, ...others } = (await answer.json()) as { id: string }
    expect(others).toEqual({})
    ids.push(id)
    for (const path of ['/', '/admin', '/nowhere'])
      expect(await (await page.request.get(path)).text()).toContain(`data-build="${id}"`)
    const asked = [
      await page.request.get('/api/forms/challenge?action=contact_form'),
      await page.request.get('/api/nothing'),
      await page.request.get('/api/admin/counts'),
      await page.request.post('/api/forms/contact', { data: {}, headers: { origin: site.url } }),
    ]
    expect(asked.map((one) => one.status())).toEqual([200, 404, 401, 422])
    for (const one of asked) expect(one.headers()['x-build']).toBe(id)
    const missing = await page.request.get('/_astro/missing.js')
    expect(missing.status()).toBe(404)
    expect(missing.headers()['cache-control']).toBe('no-store')
  }
  expect(ids[0]).not.toBe(ids[1])
})

test('where Netlify pins its files, an older page works without a reload', async ({
  page,
  site,
}) => {
  const rule = await readFile(join(site.folder, '.netlify/v1/skew-protection.json'), 'utf8')
  expect(JSON.parse(rule)).toEqual({
    patterns: ['^/_astro/.*'],
    sources: [{ type: 'query', name: 'deploy' }],
  })
  const dist = join(site.folder, 'dist')
  for (const file of await readdir(dist, { recursive: true })) {
    if (!/\.(html|js|css)$/.test(file)) continue
    const text = await readFile(join(dist, file), 'utf8')
    const named = text.match(/\/_astro\/[\w.-]+\.\w+(\?[\w=&?]*)?/g) ?? []
    expect(
      named.filter((one) => !/\w\?deploy=B$/.test(one)),
      file,
    ).toEqual([])
  }
  site.publish('B')
  const asked: string[] = []
  page.on('request', (request) =>
    asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
  )
  await page.goto('/portfolio')
  site.publish('A')
  await chip(page).click()
  await expect(chip(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.updated')).toHaveCount(0)
  const code = asked.filter((one) => /^\/_astro\/.*\.js/.test(one))
  expect(code.filter((one) => !one.endsWith('?deploy=B'))).toEqual([])
  // no file is asked for twice
  expect(code).toEqual([...new Set(code)])
})

testIslands()
testForms()
testAdminArea()
