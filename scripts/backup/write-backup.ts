import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pMap from 'p-map'
import { partsOf, type BackupLine } from '#server/housekeeping/backup.ts'
import { lineText, type BackupCipher } from './backup-cipher.ts'
import {
  CONTENTS,
  type EncryptedContents,
  type Encryption,
  filePath,
  FORMAT,
  PARTS,
  sha256,
  sumOf,
  UNFINISHED,
  type Contents,
  type FileLine,
  type BackupPart,
} from './backup-format.ts'
import { Stop } from '../site/command.ts'
import type { StoreAccess } from '../site/store-access.ts'

/**
 * `next` is the cursor to continue from; `bytes` is how long each part is; `damaged` counts the
 * damaged entries before the cursor, which an earlier version did not count.
 */
type Progress = {
  format: number
  where: string
  next: string
  bytes: Record<BackupPart, number>
  damaged?: number
  encryption?: Encryption
}

/** Entries of each part so far. Damaged ones are not in the backup. */
export type BackupCounts = Record<BackupPart | 'damaged', number>

const FILES_AT_ONCE = 4
/** A backup holds personal data, so only its owner may read it. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

const parts = Object.keys(PARTS) as BackupPart[]
const none = () => Object.fromEntries(parts.map((part) => [part, 0])) as Record<BackupPart, number>

/** Writes a backup to a folder, or continues an interrupted one. With a cipher it is encrypted. */
export async function writeBackup(
  store: StoreAccess,
  folder: string,
  tell: (counts: BackupCounts) => void,
  cipher?: BackupCipher,
): Promise<BackupCounts> {
  const progress = await begin(folder, store.where, cipher)
  const counts: BackupCounts = { ...none(), damaged: progress.damaged ?? 0 }
  for (;;) {
    const { lines, next } = await store.backup(progress.next)
    // A file's key becomes a path, so unknown keys are refused.
    if (lines.some(({ key }) => !partsOf(key))) throw new Stop('The site sent what is no backup.')
    const whole = lines.filter(({ isDamaged }) => !isDamaged)
    counts.damaged += lines.length - whole.length
    for (const part of parts) {
      const own = whole.filter(({ key }) => partsOf(key)?.kind === part)
      if (own.length === 0) continue
      const made = part === 'file' ? await keepFiles(store, folder, own, cipher) : own
      const text = made.map((line) => `${lineText(line, PARTS[part], cipher)}\n`).join('')
      await appendFile(join(folder, PARTS[part]), text, { flush: true })
      progress.bytes[part] += Buffer.byteLength(text)
      counts[part] += made.length
    }
    tell(counts)
    if (next === null) break
    progress.next = next
    progress.damaged = counts.damaged
    await writeWhole(join(folder, UNFINISHED), progress)
  }
  return finish(folder, counts, cipher)
}

async function begin(folder: string, where: string, cipher?: BackupCipher): Promise<Progress> {
  if (existsSync(join(folder, CONTENTS)) && !existsSync(join(folder, UNFINISHED))) {
    throw new Stop(`${folder} holds a whole backup already. Name another folder with --to.`)
  }
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const fresh: Progress = {
    ...{ format: FORMAT, where, next: '', bytes: none() },
    ...(cipher && { encryption: cipher.encryption }),
  }
  const text = await readFile(join(folder, UNFINISHED), 'utf8').catch(() => undefined)
  // This command wrote the text.
  const progress = text === undefined ? fresh : (JSON.parse(text) as Progress)
  if (progress.where !== where) {
    throw new Stop(
      `${folder} holds an unfinished backup of ${progress.where}. Name another folder.`,
    )
  }
  if (progress.encryption?.salt !== cipher?.encryption.salt) {
    const is = progress.encryption ? 'an encrypted' : 'a plain'
    throw new Stop(
      `${folder} holds ${is} unfinished backup. Continue it so, or name another folder.`,
    )
  }
  // Begun by a version that knew fewer parts.
  progress.bytes = { ...fresh.bytes, ...progress.bytes }
  await writeWhole(join(folder, UNFINISHED), progress)
  for (const part of parts) {
    const path = join(folder, PARTS[part])
    await appendFile(path, '', { mode: FILE_MODE })
    // Lines after the last saved progress are written again.
    await truncate(path, progress.bytes[part])
  }
  return progress
}

/** Saves the files of these entries, without those that were removed meanwhile. */
async function keepFiles(
  store: StoreAccess,
  folder: string,
  lines: readonly BackupLine[],
  cipher?: BackupCipher,
) {
  const kept = await pMap(
    lines,
    async ({ key }): Promise<FileLine | null> => {
      const bytes = await store.file(key)
      if (!bytes) return null
      const path = join(folder, filePath(key))
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
      const kept = cipher ? cipher.encrypt(filePath(key), bytes) : bytes
      await writeFile(path, kept, { mode: FILE_MODE, flush: true })
      return { key, bytes: bytes.byteLength, sha256: sha256(bytes) }
    },
    { concurrency: FILES_AT_ONCE },
  )
  return kept.filter((line) => line !== null)
}

async function finish(
  folder: string,
  counts: BackupCounts,
  cipher?: BackupCipher,
): Promise<BackupCounts> {
  const contents: Contents = { format: FORMAT, parts: {} }
  for (const part of parts) {
    const sum = await sumOf(join(folder, PARTS[part]))
    contents.parts[PARTS[part]] = sum
    // An earlier, interrupted run may have written some of these lines.
    counts[part] = sum.lines
  }
  const encrypted: EncryptedContents | undefined = cipher && {
    ...{ format: FORMAT, encryption: cipher.encryption },
    contents: lineText(contents, CONTENTS, cipher),
  }
  await writeWhole(join(folder, CONTENTS), encrypted ?? contents)
  await rm(join(folder, UNFINISHED))
  return counts
}

/** Renames a finished file into place, so that a crash never leaves half a file. */
async function writeWhole(path: string, value: unknown): Promise<void> {
  const text = `${JSON.stringify(value, null, 2)}\n`
  await writeFile(`${path}.new`, text, { mode: FILE_MODE, flush: true })
  await rename(`${path}.new`, path)
}
