import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How long a commit waits for another process that writes. */
const BUSY_MS = 2_000

/** Removed bytes are out of the files after this time. */
const CHECKPOINT_WITHIN_MS = 1_000

// The id is the blob's etag. AUTOINCREMENT never gives an id twice, so every write gets a new etag,
// even with the same bytes. table.ts explains why a removed blob's row is emptied and kept.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS blob (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT UNIQUE,
    metadata TEXT,
    body BLOB NOT NULL
  ) STRICT`

class DataFileError extends Error {
  override name = 'DataFileError'

  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `The data file ${file} can’t be opened (${reason}). It must be a store that this account ` +
        `may write to. Move it aside to begin with an empty one.`,
      { cause },
    )
  }
}

/** Opens or creates the data file. A commit returns only after the disk has it. */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    if (file !== ':memory:') makePrivate(file)
    database = new DatabaseSync(file, { timeout: BUSY_MS })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    database.exec('PRAGMA cache_size = -16000')
    database.exec(SCHEMA)
    compact(database)
    return database
  } catch (error) {
    database?.close()
    throw new DataFileError(file, error)
  }
}

/** The file holds personal data, so only its owner may read it. SQLite's log gets the same mode. */
function makePrivate(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', 0o600))
}

/**
 * Rewrites the file without its emptied rows once they outnumber the blobs. Deleting rows may leave
 * copies of other rows in the old file (see table.ts). The user_version is 1 during this work, so
 * the next start can finish it after an interruption.
 */
function compact(database: DatabaseSync) {
  const counts = database.prepare('SELECT count(*) AS rows, count(path) AS blobs FROM blob').get()
  const version = database.prepare('PRAGMA user_version').get()
  const isInterrupted = version?.['user_version'] === 1
  if (!isInterrupted && Number(counts?.['rows']) <= 2 * Number(counts?.['blobs'])) return
  try {
    database.exec('PRAGMA user_version = 1; DELETE FROM blob WHERE path IS NULL')
    database.exec('VACUUM; PRAGMA user_version = 0')
  } catch {
    // Another process writes, or the disk is full. The next start tries again.
  }
}

/**
 * Runs checkpoints after removals. The data file keeps removed bytes until SQLite copies its log
 * into it, and the log keeps them until it is truncated. A checkpoint does both.
 */
export function checkpointer(database: DatabaseSync) {
  let timer: NodeJS.Timeout | undefined

  /** Returns false and tries again later if another process uses the file. */
  function checkpoint() {
    cancel()
    // Requests must not wait for a checkpoint.
    database.exec('PRAGMA busy_timeout = 0')
    try {
      const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
      if (busy) schedule()
      return !busy
    } finally {
      database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
    }
  }

  function schedule() {
    // The timer keeps no process alive, because closing and opening the store checkpoint too.
    timer ??= setTimeout(attempt, CHECKPOINT_WITHIN_MS).unref()
  }

  function attempt() {
    try {
      checkpoint()
    } catch {
      // The disk may be full. The log stays, so nothing is lost.
      schedule()
    }
  }

  function cancel() {
    clearTimeout(timer)
    timer = undefined
  }

  return { checkpoint, schedule, cancel }
}
