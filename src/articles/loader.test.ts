import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { LoaderContext } from 'astro/loaders'
import { expect, onTestFinished, test } from 'vitest'

import { articleLoader } from './loader.ts'

const ARTICLE = `---
title: A title
excerpt: An excerpt.
date: 2025-02-28
category: Strategy
image: /plates/article-strategy.svg
---

Text.
`

test('the build loads correct articles and logs the wrong ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'articles-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'right.md'), ARTICLE)
  await writeFile(join(folder, 'wrong.md'), ARTICLE.replace('2025-02-28', 'soon'))

  const stored = new Map([['gone', {}]])
  const warnings: string[] = []
  const context = {
    store: {
      clear: () => stored.clear(),
      set: ({ id, data }: { id: string; data: object }) => stored.set(id, data),
    },
    logger: { warn: (warning: string) => warnings.push(warning) },
  }
  // The loader reads nothing else from the context.
  await articleLoader({ articles: folder, public: 'public' }).load(
    context as never as LoaderContext,
  )

  expect([...stored.keys()]).toEqual(['right'])
  expect(warnings).toEqual([
    `${folder}/wrong.md is skipped: “date” is “soon”; it must be a day such as 2025-02-28.`,
  ])
})
