import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/**
 * A backup is a folder: one NDJSON file per part, sorted by key, and the resumes. Two backups of
 * the same store are the same, byte for byte.
 */
export const PARTS = {
  gone: 'removals.ndjson',
  state: 'states.ndjson',
  rec: 'records.ndjson',
  file: 'files.ndjson',
  log: 'log.ndjson',
  notify: 'notifications.ndjson',
} as const

/** The first word of an entry's key says its part. */
export type BackupPart = keyof typeof PARTS

/** Earlier backups don't have these. */
export const LATER_PARTS: readonly BackupPart[] = ['log', 'notify']

/** Checksums of the other files. It is written last, so a folder without it is incomplete. */
export const CONTENTS = 'backup.json'
export const FORMAT = 1
export type Contents = {
  format: number
  parts: Record<string, { lines: number; sha256: string }>
}
/** Both in base64. `check` shows whether a passphrase is the right one. */
export type Encryption = { salt: string; check: string }

/** The contents of an encrypted backup, in base64: nobody else can make sums that fit. */
export type EncryptedContents = { format: number; encryption: Encryption; contents: string }

/** Holds the progress of an incomplete backup. */
export const UNFINISHED = 'unfinished.json'

/** A line of files.ndjson. */
export type FileLine = { key: string; bytes: number; sha256: string }

/** A file's path inside the backup. */
export const filePath = (key: string): string => `${key.replace(/^file\//, 'files/')}.pdf`

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

export async function sumOf(path: string): Promise<{ lines: number; sha256: string }> {
  const hash = createHash('sha256')
  let lines = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    for (const byte of chunk) if (byte === 0x0a) lines++
  }
  return { lines, sha256: hash.digest('hex') }
}
