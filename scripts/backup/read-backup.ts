import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pMap from 'p-map'
import { partsOf } from '#server/housekeeping/backup.ts'
import { textIn, type BackupCipher } from './backup-cipher.ts'
import {
  CONTENTS,
  type EncryptedContents,
  filePath,
  FORMAT,
  LATER_PARTS,
  PARTS,
  sha256,
  sumOf,
  UNFINISHED,
  type Contents,
  type FileLine,
  type BackupPart,
} from './backup-format.ts'
import { Stop } from '../site/command.ts'

export const FILES_AT_ONCE = 4
/** Limits of one portion. */
const MOST_LINES = 200
const MOST_CHARACTERS = 1_000_000

/** Returns an id of the backup; throws a Stop if the backup is incomplete or damaged. */
export async function checkBackup(folder: string, cipher?: BackupCipher): Promise<string> {
  if (!existsSync(folder)) throw new Stop(`There is no folder ${folder}.`)
  if (existsSync(join(folder, UNFINISHED))) {
    throw new Stop(`The backup in ${folder} is not finished: run npm run backup again with --to.`)
  }
  const text = await readFile(join(folder, CONTENTS), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Stop(`${folder} is not a backup: it has no ${CONTENTS}.`)
  const written = parsed(text) as Partial<Contents & EncryptedContents> | undefined
  if (Boolean(written?.encryption) !== Boolean(cipher)) {
    throw new Stop(`${folder} is ${cipher ? 'not ' : ''}encrypted.`)
  }
  const contents = cipher
    ? (parsed(textIn(written?.contents ?? '', CONTENTS, cipher)) as Contents)
    : written
  if (contents?.format !== FORMAT) throw new Stop(`${CONTENTS} is damaged, or of another version.`)
  for (const [part, name] of Object.entries(PARTS)) {
    if (isLater(part) && !contents.parts?.[name]) continue
    const path = join(folder, name)
    if (!existsSync(path)) throw new Stop(`${name} is missing.`)
    await requireLines(path, name, cipher)
    const sum = await sumOf(path)
    if (sum.sha256 !== contents.parts?.[name]?.sha256) throw damaged(name)
  }
  for await (const files of portionsOf<FileLine>(folder, 'file', cipher)) {
    await pMap(files, (file) => readBackupFile(folder, file, cipher), {
      concurrency: FILES_AT_ONCE,
    })
  }
  return sha256(text)
}

const isLater = (part: string) => LATER_PARTS.some((one) => one === part)

/** Yields the lines of a checked part in portions. */
export async function* portionsOf<Line>(
  folder: string,
  part: BackupPart,
  cipher?: BackupCipher,
): AsyncGenerator<Line[]> {
  let portion: Line[] = []
  let characters = 0
  if (isLater(part) && !existsSync(join(folder, PARTS[part]))) return
  for await (const text of linesOf(join(folder, PARTS[part]))) {
    // checkBackup has compared the checksum.
    portion.push(JSON.parse(textIn(text, PARTS[part], cipher)) as Line)
    characters += text.length
    if (portion.length < MOST_LINES && characters < MOST_CHARACTERS) continue
    yield portion
    portion = []
    characters = 0
  }
  if (portion.length > 0) yield portion
}

export async function readBackupFile(folder: string, line: FileLine, cipher?: BackupCipher) {
  const path = filePath(line.key)
  const kept = await readFile(join(folder, path)).catch(() => undefined)
  if (!kept) throw new Stop(`${path} is missing.`)
  const bytes = cipher ? cipher.decrypt(path, kept) : kept
  if (sha256(bytes) !== line.sha256) throw damaged(path)
  return bytes
}

async function requireLines(path: string, name: string, cipher?: BackupCipher): Promise<void> {
  let number = 0
  for await (const text of linesOf(path)) {
    number++
    const { key } = (parsed(textIn(text, name, cipher)) ?? {}) as { key?: unknown }
    const isOurs = typeof key === 'string' && partsOf(key) !== null
    if (!isOurs) throw new Stop(`${name}, line ${number} is damaged.`)
  }
}

/** Only a line feed ends a line. Node's readline would also split at U+2028. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

/** Hides the parser's error, which would quote personal data. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const damaged = (name: string) => new Stop(`${name} is not as the backup was made.`)
