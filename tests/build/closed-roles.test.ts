import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject } from '../e2e/dev-site.ts'
import { buildCopy } from './build-copy.ts'

/** All roles close; one of them on the third, the others on the fourth of December 2026. */
const EARLY = 'chief-revenue-officer'
const OTHERS = ['chief-distribution-officer', 'entrepreneur-in-residence']

let root = ''
beforeAll(async () => {
  root = await copyProject()
  for (const slug of [EARLY, ...OTHERS]) {
    const file = join(root, `content/roles/${slug}.yaml`)
    const closes = slug === EARLY ? '2026-12-03' : '2026-12-04'
    await writeFile(file, `${await readFile(file, 'utf8')}closes: ${closes}\n`)
  }
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function build(moment: string) {
  await buildCopy(root, moment)
  const dist = join(root, 'dist')
  return (file: string) => readFile(join(dist, file), 'utf8')
}

const page = (slug: string) => `careers/${slug}.html`

test('a closed role keeps its page, which says so and offers nothing', async () => {
  const read = await build('2026-12-04T12:00:00+05:30')
  const closed = await read(page(EARLY))
  expect(closed).toContain('This role is closed. The last day to apply was')
  expect(closed).toContain('3 December 2026')
  expect(closed).toContain('<meta name="robots" content="noindex"')
  expect(closed).not.toMatch(/<form|JobPosting|href="#form"/)
  for (const slug of OTHERS) {
    expect(closed).toContain(`href="/careers/${slug}"`)
    expect(await read(page(slug))).toMatch(/<form[^]*?Submit application/)
    expect(await read(page(slug))).toContain('Apply until')
    expect(await read(page(slug))).not.toContain(EARLY)
  }
  for (const file of ['careers.html', 'sitemap-0.xml', 'llms.txt', 'contact.html']) {
    expect(await read(file), file).not.toMatch(/chief-revenue-officer|Chief Revenue Officer/)
  }
  expect(await read('careers.html')).toContain('Two roles are open')
})

test('without an open role the careers page stays whole and true', async () => {
  const read = await build('2026-12-05T00:00:00+05:30')
  const [, careers = ''] = (await read('careers.html')).split('<main')
  expect(careers).toContain('No role is open in Gurgaon at present.')
  expect(careers).toContain('Hiring process')
  expect(careers).not.toMatch(/<form|#form|No roles/)
  const closed = await read(page(EARLY))
  expect(closed).not.toContain('Roles that are open')
  expect(closed).toContain('See how we work')
  expect(await read('contact.html')).not.toMatch(/<p class="soft">\s*\.?\s*<\/p>/)
  expect(await read('llms.txt')).not.toContain('Open roles')
  expect(await readdir(join(root, 'dist/careers'))).toHaveLength(3)
})
