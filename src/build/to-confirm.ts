import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterBuild, filesBelow } from './after-build.ts'

/** A fact on the site that the studio has not confirmed. */
export type Mark = {
  file: string
  /** It concerns money, law or another person’s rights. */
  isGrave: boolean
  fact: string
  shownOn: string
  replaceBy: string
}

/** The editors' files, and the words in pages and forms. */
const FOLDERS = ['content', 'src/pages', 'src/forms']
const WORDS = 'TO CONFIRM'
/** The list of all marks. It has none itself. */
export const LIST = 'content/TO-CONFIRM.md'

const LINE = /^\s*(?:#|\/\/) TO CONFIRM( ★)?: (.+?) \| (.+?) \| (.+?)\s*$/

/** One comment line is one mark. Throws for a mark that can’t be read. */
export function marksIn(text: string, file: string): Mark[] {
  return text.split('\n').flatMap((line, index) => {
    if (!line.includes(WORDS)) return []
    const [, star, fact, shownOn, replaceBy] = LINE.exec(line) ?? []
    if (fact && shownOn && replaceBy)
      return { file, isGrave: Boolean(star), fact, shownOn, replaceBy }
    throw new Error(
      `${file}: line ${index + 1} is “${line.trim().slice(0, 60)}”; it must be “# ${WORDS}: fact | where it shows | what to put there”.`,
    )
  })
}

export async function allMarks(root = '.'): Promise<Mark[]> {
  const within = async (folder: string) =>
    (await filesBelow(join(root, folder))).map((file) => `${folder}/${file}`)
  const files = (await Promise.all(FOLDERS.map(within))).flat().filter((file) => file !== LIST)
  const texts = files.map(async (file) => marksIn(await readFile(join(root, file), 'utf8'), file))
  return (await Promise.all(texts)).flat()
}

/** After the build: counts the facts that are not confirmed yet, and writes the list of them. */
export const toConfirm = () =>
  afterBuild('to-confirm', async ({ root, logger }) => {
    const marks = await allMarks(fileURLToPath(root))
    await writeIfChanged(fileURLToPath(new URL(LIST, root)), confirmList(marks))
    logger.info(`${howMany(marks)}: ${LIST}`)
  })

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

/** The page for the owner, made of the marks. */
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
