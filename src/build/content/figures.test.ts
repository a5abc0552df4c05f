import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'

import { figuresInStyles, type SiteContent } from './figures.ts'
import { siteReader } from './words.ts'

const studio = { figures: { ventures: 8, retention: '72%' }, days: '90–120', list: ['a', 'b'] }

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'figures-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  return root
}

/** The built style of a site with this content. */
async function styleOf(
  css: string,
  read: () => SiteContent = () => ({ studio, words: new Map() }),
): Promise<string> {
  const root = folder()
  writeFileSync(join(root, 'a.css'), css)
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [figuresInStyles(pathToFileURL(`${root}/`), read)],
    build: { write: false, cssMinify: false, rolldownOptions: { input: join(root, 'a.css') } },
  })
  const { output } = built as { output: { source?: unknown }[] }
  return output.map(({ source }) => String(source)).join('')
}

test('a style takes a number, the second number of a text, or the length of a list', async () => {
  const css =
    await styleOf(`a { --a: figure('studio figures.ventures'); --b: figure('studio figures.retention');
    --c: figure('studio days 2'); --d: figure('studio list.length') }`)
  expect(css.match(/--\w: ?[^;}\s]+/g)?.map((one) => one.replace(' ', ''))).toEqual([
    '--a:8',
    '--b:72',
    '--c:120',
    '--d:2',
  ])
})

test('a drawing without its number stops the build and names file and key', async () => {
  await expect(styleOf(`a { --a: figure('studio figures.jobs') }`)).rejects.toThrow(
    'content/studio.yaml: a drawing needs a number in “figures.jobs”; it is “undefined”.',
  )
})

test('a venture whose day has come counts in drawings as it does in texts', async () => {
  const root = folder()
  cpSync('content', join(root, 'content'), { recursive: true })
  const venture = readFileSync('content/ventures/dhvani.yaml', 'utf8')
  const later = venture.replace(/^order: .*/m, 'order: 90\nopens: 2020-12-04')
  writeFileSync(join(root, 'content/ventures/later.yaml'), later)
  const read = siteReader(pathToFileURL(`${root}/`), false)
  const { ventures } = siteReader(pathToFileURL('./'), false)().studio.figures
  expect(await styleOf(`a { --a: figure('studio figures.ventures') }`, read)).toContain(
    `--a: ${ventures + 1}`,
  )
})
