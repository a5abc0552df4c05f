import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

import type { AstroIntegration } from 'astro'

import { allMarks, LIST, type Mark } from './marks.ts'

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
export async function writeIfChanged(file: string, text: string) {
  const before = await readFile(file, 'utf8').catch(() => '')
  if (before !== text) await writeFile(file, text)
}

const INTRODUCTION = `# To confirm before the site is published

Nobody has given these facts; they were written so that the site is whole. Each is in the file named above it, below a line that begins with “TO CONFIRM”. Correct the text, or check that it is right, and delete that line. Every build writes this page again from the lines that are left: change nothing here.

★ is money, law or another person’s rights: confirm it first.
`

const entry = ({ isGrave, fact, shownOn, replaceBy }: Mark) =>
  `- ${isGrave ? '★ ' : ''}**${fact}.** Shown: ${shownOn}. Put there: ${replaceBy}.`

/** “3 facts are still to be confirmed, 2 of them ★”, or that none is. */
export function howMany(marks: Mark[]): string {
  const grave = marks.filter(({ isGrave }) => isGrave).length
  if (marks.length === 0) return 'every fact is confirmed'
  const facts = marks.length === 1 ? '1 fact is' : `${marks.length} facts are`
  return `${facts} still to be confirmed, ${grave} of them ★`
}

/** The page that an owner goes through, made of the marks. */
export function confirmList(marks: Mark[]): string {
  const files = [...new Set(marks.map(({ file }) => file))]
  const parts = files.map((file) =>
    [`## ${file}`, '', ...marks.filter((mark) => mark.file === file).map(entry), ''].join('\n'),
  )
  const count = howMany(marks)
  return [INTRODUCTION, `${count.charAt(0).toUpperCase()}${count.slice(1)}.`, '', ...parts].join(
    '\n',
  )
}
