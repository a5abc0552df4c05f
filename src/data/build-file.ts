import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import { CORE_SCHEMA, load } from 'js-yaml'

import { loadArticles } from '../articles/load.ts'
import { builtAt } from './built-at.ts'
import { isPreview, studioTimeZone } from './published-only.ts'
import { type Build, buildFileOf } from '../publication/build-file.ts'
import { type Dates, publicationAt } from '../publication/publication.ts'

/** Writes what functions must know of their build. */
export const buildFile = (): AstroIntegration => {
  let root = new URL('file:')
  const write = async (folder: string, build: Build) => {
    const file = fileURLToPath(new URL(buildFileOf(folder), root))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify(build))
  }
  return {
    name: 'build-file',
    hooks: {
      'astro:config:setup': async ({ config, command }) => {
        root = config.root
        const dev = { at: builtAt, changes: [], showsUnpublished: true }
        if (command === 'dev') await write('dev', dev)
      },
      'astro:build:done': async ({ dir }) => {
        const { changesOf } = publicationAt(builtAt, await studioTimeZone(root))
        const changes = changesOf(await entriesWithDates(fileURLToPath(root)))
        const build = { at: builtAt, changes, showsUnpublished: isPreview() }
        await write(basename(fileURLToPath(dir)), build)
      },
    },
  }
}

/** All entries, because the build itself has dropped those that are to come. It has checked them. */
async function entriesWithDates(root: string): Promise<Dates[]> {
  const folders = { articles: join(root, 'content/articles'), public: join(root, 'public') }
  const entries: Dates[] = (await loadArticles(folders)).articles
  for await (const file of glob('content/{ventures,roles,faqs}/*.yaml', { cwd: root })) {
    // With this schema dates stay texts.
    const text = await readFile(join(root, file), 'utf8')
    entries.push(load(text, { schema: CORE_SCHEMA }) as Dates)
  }
  return entries
}
