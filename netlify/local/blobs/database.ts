import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { compact } from './compact.ts'

/** How long a commit waits for another process that is writing, before it is refused. */
export const BUSY_MS = 2_000

// A row's number is its blob's etag. AUTOINCREMENT never gives a number twice, so every write has a
// new etag even when the bytes are the same. A removed blob's row stays behind, emptied: see
// blob-table.ts.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS blob (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT UNIQUE,
    metadata TEXT,
    body BLOB NOT NULL
  ) STRICT`

/** Says which file is the trouble and what to do; `cause` is what SQLite or the system said. */
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

/** The file holds personal data: its owner's eyes only. SQLite gives its log the same mode. */
function makePrivate(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', 0o600))
}
