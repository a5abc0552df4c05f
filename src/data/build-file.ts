import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import { loadArticles } from '../articles/load.ts'
import { builtAt, isPreview } from './built-at.ts'
import { type Build, buildFileOf } from '../publication/build-file.ts'
import { publicationAt } from '../publication/publication.ts'
import { siteIn } from './reading/site.ts'

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
        const build = {
          at: builtAt,
          changes: await changesIn(fileURLToPath(root)),
          showsUnpublished: isPreview(),
        }
        await write(basename(fileURLToPath(dir)), build)
      },
    },
  }
}

/** The moments at which an entry appears or closes, also one that this build does not show. */
async function changesIn(root: string): Promise<number[]> {
  const { facts, dated, studio } = siteIn(root, { at: builtAt, showsUnpublished: true })
  const folders = { articles: join(root, 'content/articles'), public: join(root, 'public') }
  const { articles } = await loadArticles(folders, facts)
  return publicationAt(builtAt, studio.timeZone).changesOf([...dated, ...articles])
}
