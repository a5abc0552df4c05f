import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/**
 * A backup is a folder: what is true of the store, one JSON text a line, in an order that depends on
 * nothing else, and the files beside it. Two backups of the same store are the same, byte for byte.
 */
export const PARTS = {
  gone: 'removals.ndjson',
  state: 'states.ndjson',
  rec: 'records.ndjson',
  file: 'files.ndjson',
} as const

/** The part that an entry of the store belongs in: its key's first word. */
export type BackupPart = keyof typeof PARTS

/** Says what the other files hold; it is written last, so a folder without it is not whole. */
export const CONTENTS = 'backup.json'
export const FORMAT = 1
export type Contents = {
  format: number
  parts: Record<string, { lines: number; sha256: string }>
}

/** Stands in the folder until the backup is whole: where it goes on. */
export const UNFINISHED = 'unfinished.json'

/** A line of files.ndjson. */
export type FileLine = { key: string; bytes: number; sha256: string }

/** Where in the folder the file of this key lies. */
export const filePath = (key: string): string => `${key.replace(/^file\//, 'files/')}.pdf`

/** The SHA-256 of these bytes, in hex. */
export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

/** How many lines a file has, and its SHA-256. */
export async function sumOf(path: string): Promise<{ lines: number; sha256: string }> {
  const hash = createHash('sha256')
  let lines = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    for (const byte of chunk) if (byte === 0x0a) lines++
  }
  return { lines, sha256: hash.digest('hex') }
}
