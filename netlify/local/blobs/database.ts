import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How long a commit waits for another process that writes. */
const BUSY_MS = 2_000

/** How soon removed bytes are out of the files. */
const CHECKPOINT_WITHIN_MS = 1_000

// A row's number is its blob's etag. AUTOINCREMENT never gives a number twice, so every write has a
// new etag even when the bytes are the same. table.ts says why a removed blob's row stays, emptied.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS blob (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT UNIQUE,
    metadata TEXT,
    body BLOB NOT NULL
  ) STRICT`

/** Names the file and what to do; `cause` is the error of SQLite or the system. */
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

/** Opens the data file, or makes it. A commit returns only when the disk has it. */
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

/** Only the owner may read the file, since it holds personal data. SQLite gives its log the same mode. */
function makePrivate(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', 0o600))
}

/**
 * Rewrites the file without its emptied rows once they outnumber the blobs. Deleting rows leaves
 * copies of others behind (table.ts says why); the new file has none. The file's version is 1
 * meanwhile, so that the next start finishes a rewriting that was interrupted.
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
    // Another process is writing, or the disk is full: the next start tries again.
  }
}

/**
 * Runs a checkpoint after every removal. SQLite writes to a log first: the data file keeps the old
 * bytes until the log is copied into it, and the log keeps them until it is truncated. A checkpoint
 * does both.
 */
export function checkpointer(database: DatabaseSync) {
  let timer: NodeJS.Timeout | undefined

  /** False when another process is in the way; then it is tried again. */
  function checkpoint() {
    cancel()
    // No request waits for a checkpoint.
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
    // The process may end before: closing and opening the store checkpoint as well.
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
