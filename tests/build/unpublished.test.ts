import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shown, ventures, words } from '../content.ts'
import { copyProject } from '../e2e/dev-site.ts'
import { buildCopy } from './build-copy.ts'

const { unpublished } = words('words')

/** Entries by their title: drafts, entries of 4 December 2099, and a role that closes that day. */
const DRAFT = 'Kept in the drawer'
const LATER = 'Shown from December'
const CLOSING = 'Closed with December'

let root = ''
beforeAll(async () => {
  root = await copyProject()
  await copyOf('articles/what-a-25k-cheque-is-for.md', 'article', 'title', {
    [DRAFT]: 'draft: true',
    [LATER]: 'date: 2099-12-04',
  })
  const opens = { [DRAFT]: 'draft: true', [LATER]: 'opens: 2099-12-04' }
  await copyOf('ventures/dhvani.yaml', 'venture', 'name', opens)
  await copyOf('faqs/what-it-costs.yaml', 'faq', 'question', opens)
  await copyOf('roles/chief-revenue-officer.yaml', 'role', 'title', {
    ...opens,
    [CLOSING]: 'closes: 2099-12-03',
  })
  // the spotlight is on a venture that is to come
  const spotlight = join(root, 'content/featured-venture.yaml')
  const text = await readFile(spotlight, 'utf8')
  await writeFile(spotlight, text.replace(/name: .*/, `name: ${LATER}`))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** Writes copies of a file under other titles. An unpublished one keeps the order of the original. */
async function copyOf(file: string, kind: string, titleKey: string, added: Record<string, string>) {
  const text = await readFile(join(root, 'content', file), 'utf8')
  for (const [index, [title, line]] of Object.entries(added).entries()) {
    const isAdded = (one: string) => one.split(':')[0] === line.split(':')[0]
    const lines = text.split('\n').filter((one) => !isAdded(one))
    const at = lines.findIndex((one) => one.startsWith(`${titleKey}:`))
    lines[at] = `${titleKey}: ${title}${kind === 'faq' ? '?' : ''}\n${line}`
    const copy = lines
      .join('\n')
      .replace(/^slug: .*/m, `slug: a-${kind}-${'abc'.charAt(index)}`)
      .replace(/^order: .*/m, (order) => (title === DRAFT ? order : `order: ${90 + index}`))
    const name = file.replace(/[\w-]+(?=\.\w+$)/, `a-${kind}-${'abc'.charAt(index)}`)
    await writeFile(join(root, 'content', name), copy)
  }
}

/** Builds at a moment, and returns the texts of all files that name each title. */
async function build(moment: string, env: Record<string, string> = {}) {
  await buildCopy(root, moment, env)
  const dist = join(root, 'dist')
  const files = await readdir(dist, { recursive: true })
  const texts = files
    .filter((file) => /\.(html|xml|txt|js)$/.test(file))
    .map(async (file) => [file, await readFile(join(dist, file), 'utf8')] as const)
  const all = new Map(await Promise.all(texts))
  const naming = (title: string) =>
    [...all].flatMap(([file, text]) => (text.includes(title) ? [file] : [])).sort()
  const { changes } = JSON.parse(
    await readFile(join(root, '.cache', 'build-dist.json'), 'utf8'),
  ) as { changes: number[] }
  return { changes, page: (file: string) => all.get(file) ?? '', naming }
}

/** Where entries of every kind are named. */
const PLACES = ['blogs.html', 'careers.html', 'faqs.html', 'portfolio.html']

// Three builds, on a machine that may be busy with other things.
test('each build has what is public at its moment', { timeout: 900_000 }, async () => {
  // a preview of the day before has all of it, and says what is not public
  const preview = await build('2099-12-03T23:59:59+05:30', { CONTEXT: 'deploy-preview' })
  for (const title of [DRAFT, LATER])
    expect(preview.naming(title)).toEqual(expect.arrayContaining(PLACES))
  expect(preview.page('blogs/a-article-a.html')).toContain(unpublished.draft)
  const opens = shown(unpublished.opens, { day: '4 December 2099' })
  expect(preview.page('blogs/a-article-b.html')).toContain(opens)
  const [beforeNames = ''] = unpublished.listed.split('{this.names}')
  for (const place of PLACES)
    expect(preview.page(place)).toContain(shown(beforeNames, { count: 2 }).trim())

  // the day itself: what was to come is there and counted, and the role is closed
  const day = await build('2099-12-04T00:00:00+05:30', { CONTEXT: 'production' })
  expect(day.naming(DRAFT)).toEqual([])
  expect(day.changes).toEqual([])
  expect(day.naming(LATER)).toEqual(expect.arrayContaining([...PLACES, 'rss.xml']))
  expect(day.naming(CLOSING)).not.toContain('careers.html')
  expect(day.page('index.html')).toContain(`<b>${ventures.length + 1}</b>`)
  expect(day.page('blogs/a-article-b.html')).not.toContain('unpublished')
  expect(day.page('portfolio.html')).toContain('class="ink spotlight"')

  // back a day, from Astro's own memory of the last build: neither drafts nor what is to come
  const before = await build('2099-12-03T23:59:59+05:30')
  expect(before.naming(DRAFT)).toEqual([])
  expect(before.naming(LATER)).toEqual([])
  expect(before.naming(CLOSING)).toContain('careers.html')
  expect(before.page('index.html')).toContain(`<b>${ventures.length}</b>`)
  expect(before.page('index.html')).not.toContain('unpublished')
  expect(before.page('portfolio.html')).not.toContain('class="ink spotlight"')
  // an article, a venture, a question and a role appear, and a role closes
  expect(before.changes).toEqual(Array(5).fill(Date.parse('2099-12-04T00:00+05:30')))
})
