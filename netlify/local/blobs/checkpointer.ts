import type { DatabaseSync } from 'node:sqlite'
import { BUSY_MS } from './database.ts'

/** How soon what was removed is out of the files. */
const CHECKPOINT_WITHIN_MS = 1_000

/**
 * SQLite writes to a log first: the data file keeps the old bytes until the log is copied into it, and
 * the log keeps them until it is cut off. A checkpoint does both; this sees to it that one follows
 * every removal.
 */
export function checkpointer(database: DatabaseSync) {
  let timer: NodeJS.Timeout | undefined

  /** Copies the log into the data file and cuts it off; false when another process is in the way. */
  function checkpoint() {
    cancel()
    // Visitors are not made to wait for housekeeping: what is busy now is tried again.
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
    // The process need not stay for it: closing and opening the store checkpoint as well.
    timer ??= setTimeout(attempt, CHECKPOINT_WITHIN_MS).unref()
  }

  function attempt() {
    try {
      checkpoint()
    } catch {
      // The disk may be full. Nothing is lost: the log stays, and so does the intention.
      schedule()
    }
  }

  function cancel() {
    clearTimeout(timer)
    timer = undefined
  }

  return { checkpoint, schedule, cancel }
}
