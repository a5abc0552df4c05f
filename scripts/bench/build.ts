import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'

/** How long the site takes to build as its articles grow in number. */

const SIZES = [10, 1_000, 5_000]
const SOURCES = ['astro.config.mjs', 'content', 'package.json', 'public', 'src', 'tsconfig.json']
const PARAGRAPHS = 12
/** How much of a failed build's output is shown. */
const TAIL_CHARACTERS = 2_000

/** Builds the site at each of the sizes; throws with the end of Astro's output where one fails. */
export async function buildBench() {
  console.log('articles | seconds | seconds for each further 1,000')
  let last: { size: number; seconds: number } | undefined
  for (const size of SIZES) {
    const seconds = await secondsToBuild(size)
    const slope = last && ((seconds - last.seconds) / (size - last.size)) * 1_000
    console.log([size, seconds.toFixed(1), slope?.toFixed(1) ?? ''].join(' | '))
    last = { size, seconds }
  }
}

/** Builds a copy of the site with this many generated articles beside its own. */
async function secondsToBuild(articles: number): Promise<number> {
  const copy = await mkdtemp(join(tmpdir(), 'bench-'))
  for (const source of SOURCES) await cp(source, join(copy, source), { recursive: true })
  await symlink(resolve('node_modules'), join(copy, 'node_modules'))
  const folder = join(copy, 'content/articles')
  for (let i = 0; i < articles; i++) await writeFile(join(folder, `bench-${i}.md`), article(i))

  const began = performance.now()
  const build = spawn(process.execPath, [resolve('node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  let said = ''
  build.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-TAIL_CHARACTERS)
  })
  const [code, signal] = (await once(build, 'close')) as [number | null, NodeJS.Signals | null]
  const seconds = (performance.now() - began) / 1_000
  await rm(copy, { recursive: true, force: true })
  if (code !== 0) throw new Error(`${articles} articles: ${signal ?? `exit code ${code}`}\n${said}`)
  return seconds
}

const article = (i: number) => `---
title: Generated article ${i}
excerpt: The ${i}th of many, to see what many articles cost.
date: 2024-${pad((i % 12) + 1)}-${pad((i % 28) + 1)}
category: Strategy
image: /plates/article-strategy.svg
---

${Array.from({ length: PARAGRAPHS }, (_, j) => paragraph(i, j)).join('\n\n')}
`

const pad = (n: number) => String(n).padStart(2, '0')

const paragraph = (i: number, j: number) =>
  j % 4 === 0
    ? `## Part ${j / 4 + 1}`
    : `Paragraph ${j} of article ${i} has **bold** words, a [link](https://example.com/${i}) and ` +
      'enough text around them to be as long as a paragraph that somebody wrote by hand. '.repeat(4)
