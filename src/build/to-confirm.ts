import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

import type { AstroIntegration } from 'astro'

import { confirmList, howMany } from './confirm-list.ts'
import { allMarks, LIST } from './marks.ts'

/** After the build: says how many facts nobody has given yet, and writes the list of them. */
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
        await writeWhereItChanged(join(root, LIST), confirmList(marks))
        logger.info(`${howMany(marks)}: ${LIST}`)
      },
    },
  }
}

/** A file that is written looks changed to whoever watches it. */
async function writeWhereItChanged(file: string, text: string) {
  const before = await readFile(file, 'utf8').catch(() => '')
  if (before !== text) await writeFile(file, text)
}
