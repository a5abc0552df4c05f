import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** A fact on the site that the studio has not confirmed. */
export type Mark = {
  file: string
  /** It concerns money, law or another person’s rights. */
  isGrave: boolean
  fact: string
  shownOn: string
  replaceBy: string
}

/** Folders with content: the editors' files, and the words in pages and forms. */
const FOLDERS = ['content', 'src/pages', 'src/forms']
const WORDS = 'TO CONFIRM'
/** The list that is made from the marks. It has none itself. */
export const LIST = 'content/TO-CONFIRM.md'

const LINE = /^\s*(?:#|\/\/) TO CONFIRM( ★)?: (.+?) \| (.+?) \| (.+?)\s*$/

/** The marks of a file, one comment line each. Throws for a mark that can’t be read. */
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

/** The marks of all files. */
export async function allMarks(root = '.'): Promise<Mark[]> {
  const folders = await Promise.all(FOLDERS.map((folder) => filesBelow(root, folder)))
  const files = folders.flat().filter((file) => file !== LIST)
  const texts = files.map(async (file) => marksIn(await readFile(join(root, file), 'utf8'), file))
  return (await Promise.all(texts)).flat()
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
    .sort()
}
