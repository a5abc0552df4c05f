import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'

import { figuresInStyles } from './figures.ts'

const STUDIO = 'studio: { figures: { ventures: 8, retention: 72% }, days: 90–120, list: [a, b] }'

/** The built style of a site with this content. */
async function styleOf(css: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'figures-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'studio.yaml'), STUDIO)
  writeFileSync(join(root, 'a.css'), css)
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [figuresInStyles(pathToFileURL(`${root}/`))],
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
