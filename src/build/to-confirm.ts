import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

import type { AstroIntegration } from 'astro'

import { confirmList, howMany } from './confirm-list.ts'
import { allMarks, LIST } from './marks.ts'

/** After the build: counts the facts that are not confirmed yet, and writes the list of them. */
export const toConfirm = (): AstroIntegration => {
  let root = '.'
  return {
    name: 'to-confirm',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
      },
      'astro:build:done': async ({ logger }) => {
        const marks = await allMarks(root)
        await writeIfChanged(join(root, LIST), confirmList(marks))
        logger.info(`${howMany(marks)}: ${LIST}`)
      },
    },
  }
}

/** Writes only a changed text, because file watchers report every write. */
async function writeIfChanged(file: string, text: string) {
  const before = await readFile(file, 'utf8').catch(() => '')
  if (before !== text) await writeFile(file, text)
}
