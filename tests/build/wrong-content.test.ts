import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { siteIn, studioIn } from '../../src/data/reading/site.ts'
import { type Change, slips } from './slips.ts'
import { syncWith } from './sync-content.ts'

/** A folder of its own, with all content. */
function copyOfContent(): string {
  const root = mkdtempSync(join(tmpdir(), 'content-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  cpSync('content', join(root, 'content'), { recursive: true })
  return root
}

/** Reads all content with one file changed, as the collections do. */
function readWith({ file, from, to }: Change) {
  const root = copyOfContent()
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, to)
  expect(after, `${file} says ${from}`).not.toBe(before)
  writeFileSync(join(root, file), after)
  readAll(root)
}

function readAll(root: string) {
  const site = siteIn(root, { at: Date.now(), showsUnpublished: false })
  for (const read of ['ventures', 'roles', 'faqs', 'apps', 'featured', 'legal', 'words'] as const)
    site[read]()
}

test.each(Object.entries(slips))('wrong content has a sentence: %s', (_, { says, ...change }) => {
  expect(() => readWith(change)).toThrow(`${change.file}: ${says}`)
})

test.each(['content/ventures/axel-ai.yaml', 'content/featured-venture.yaml'])(
  'invalid YAML is named with its line: %s',
  (file) => {
    const change = { file, from: /name: /, to: 'name: "' }
    expect(() => readWith(change)).toThrow(new RegExp(`${file}: line \\d+ is no YAML: `))
  },
)

test.each([
  ['content/ventures/axel-ai.yaml', 'content/ventures/New One.yaml', 'New One'],
  ['content/ventures/axel-ai.yaml', 'content/ventures/-axel.yaml', '-axel'],
  ['content/legal/terms.mdx', 'content/legal/terms_2.mdx', 'terms_2'],
  ['content/faqs/my-own-idea.yaml', 'content/faqs/Über uns & mehr.yaml', 'Über uns & mehr'],
])('%s can’t be named %s, since that is its address', (file, renamed, name) => {
  const root = copyOfContent()
  const read = () => siteIn(root, { at: Date.now(), showsUnpublished: false })
  expect(read).not.toThrow()
  renameSync(join(root, file), join(root, renamed))
  expect(read).toThrow(
    `${renamed}: its name “${name}” is its address, too; it must be small letters and digits with hyphens between, such as axel-ai.`,
  )
})

test.each([
  ['ventures', 'order', /^name: .*/m, 'name: Another'],
  ['roles', 'order', /^slug: .*/m, 'slug: another'],
  ['roles', 'slug', /^order: .*/m, 'order: 90'],
  ['faqs', 'order', /^question: .*/m, 'question: Why not?'],
])('two %s can’t have one “%s”, though one of them is to come', (folder, key, from, to) => {
  const root = copyOfContent()
  const [file = ''] = readdirSync(join(root, 'content', folder))
  const copy = readFileSync(join(root, 'content', folder, file), 'utf8').replace(from, to)
  const write = (line: string) => {
    writeFileSync(join(root, 'content', folder, 'zz.yaml'), `${copy}${line}\n`)
  }
  const read = () => siteIn(root, { at: Date.now(), showsUnpublished: false })
  write('opens: 2099-12-04')
  expect(read).toThrow(`content/${folder}: ${parse(file).name} and zz both have “${key}” `)
  write('draft: true')
  if (key === 'order') expect(read).not.toThrow()
})

test.each([
  ['ventures/new.yml', '.yaml'],
  ['roles/new.yml', '.yaml'],
  ['faqs/new.YAML', '.yaml'],
  ['apps/new.txt', '.yaml'],
  ['pages/new.yml', '.yaml'],
  ['forms/new.json', '.yaml'],
  ['legal/new.md', '.mdx'],
])('%s is named, since the site would not read it', (file, ending) => {
  const root = copyOfContent()
  const folder = `content/${file.replace(/\/.*/, '')}`
  for (const other of ['.hidden', '.new.yml', 'README.md', 'Thumbs.db'])
    writeFileSync(join(root, folder, other), '')
  expect(() => readAll(root)).not.toThrow()
  writeFileSync(join(root, 'content', file), 'a: b')
  expect(() => readAll(root)).toThrow(
    `content/${file}: its name must end in ${ending}, or the site does not read it; rename it, or move it out of ${folder}.`,
  )
})

test('two apps can’t have one waitlist', () => {
  const file = 'content/apps/founders-journal.yaml'
  const change = { file, from: /^waitlist: .*/m, to: 'waitlist: calmist' }
  expect(() => {
    readWith(change)
  }).toThrow(
    'content/apps: calmist and founders-journal both have “waitlist” calmist; each needs one of its own.',
  )
})

test('the content as it is has no mistake', () => {
  readWith({ file: 'content/words.yaml', from: /^skip: .*/m, to: 'skip: Go to the content' })
})

test('a draft in the spotlight is not read, and a preview has it', () => {
  const root = copyOfContent()
  const file = join(root, 'content/ventures/onebotics.yaml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}draft: true\n`)
  const studio = join(root, 'content/studio.yaml')
  writeFileSync(studio, readFileSync(studio, 'utf8').replace('ventures: 8', 'ventures: 7'))
  const featured = (showsUnpublished: boolean) =>
    siteIn(root, { at: Date.now(), showsUnpublished }).featured()
  expect(featured(false)).toEqual([])
  expect(featured(true)).toHaveLength(1)
})

const TIME_OUT_MS = 120_000

test('a wrong studio stops Astro’s configuration with its sentence', () => {
  const root = copyOfContent()
  const file = join(root, 'content/studio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2}security:/m, '  securty:'))
  expect(() => studioIn(root)).toThrow(
    'content/studio.yaml: “security” is missing; it must be a group of keys; “securty” is no key that is known here.',
  )
})

test('a wrong file stops Astro with its sentence', { timeout: TIME_OUT_MS }, async () => {
  const { says, ...change } = slips.legal
  const { stopped, text } = await syncWith(change)
  expect(text).toContain(`${change.file}: ${says}`)
  expect(stopped).toBe(true)
})

test('a wrong article is skipped and named', { timeout: TIME_OUT_MS }, async () => {
  const file = 'content/articles/what-a-25k-cheque-is-for.md'
  const { stopped, text } = await syncWith({ file, from: /^date: .*/m, to: 'date: soon' })
  expect(text).toContain(`${file} is skipped: “date” is “soon”; it must be a day such as`)
  expect(stopped).toBe(false)
})
