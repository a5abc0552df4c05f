import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles, shown, words } from '../content.ts'
import { copyProject } from '../e2e/dev-site.ts'
import { buildCopy } from './build-copy.ts'

/** One closed role beside open ones is in the second studio. */

/** Pages that say something of roles, and the one that each build takes apart. */
const PAGES = ['careers', 'careers.astro', 'contact.astro', 'llms.txt.ts', 'not-sent.astro']

const careers = words('pages/careers')
const { closed } = words('pages/role')

let root = ''
let files: string[] = []
beforeAll(async () => {
  root = await copyProject()
  const folder = join(root, 'content/roles')
  files = await readdir(folder)
  for (const file of files) {
    const role = await readFile(join(folder, file), 'utf8')
    const rest = role.replaceAll(/^(closes|draft):.*\n/gm, '')
    await writeFile(join(folder, file), `${rest}closes: 2099-12-04\n`)
  }
  // Too short for search results, since no role is open to be named.
  const file = join(root, 'content/pages/careers.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    text.replace(/description: >-[^]*?keywords/, 'description: "Open: {roleTitles}."\n  keywords'),
  )
  const pages = join(root, 'src/pages')
  const others = (await readdir(pages)).filter(
    (name) => !name.startsWith('_') && !PAGES.includes(name),
  )
  for (const page of others) await rm(join(pages, page), { recursive: true })
  // Links lead to the pages that this build leaves out.
  const config = join(root, 'astro.config.mjs')
  await writeFile(config, (await readFile(config, 'utf8')).replace('    deadLinks(),\n', ''))
  await buildCopy(root, '2099-12-05T12:00Z')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const read = (file: string) => readFile(join(root, 'dist', file), 'utf8')

test('without an open role the careers page stays whole and true', async () => {
  const [, main = ''] = (await read('careers.html')).split('<main')
  expect(main).toContain(shown(careers.noRoles.lead))
  expect(main).toContain(shown(careers.hiring.heading))
  expect(main).not.toMatch(/<form|#form|No roles/)
  const page = await read(`careers/${roles[0]?.slug}.html`)
  expect(page).not.toContain(closed.others)
  expect(page).toContain(closed.other.label)
  expect(await read('contact.html')).not.toMatch(/<p class="soft">\s*\.?\s*<\/p>/)
  expect(await read('llms.txt')).not.toContain(words('pages/llms').roles)
  expect(await readdir(join(root, 'dist/careers'))).toHaveLength(files.length)
})
