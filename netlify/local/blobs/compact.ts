import type { DatabaseSync } from 'node:sqlite'

/**
 * Emptied rows take little room, but no row is used again. Once they outnumber the blobs, the file is
 * written anew without them. Deleting rows lets SQLite leave copies of others behind (blob-table.ts
 * says why); the new file has only what there is. Meanwhile the file's version is 1, so that the next
 * start finishes what was cut short.
 */
export function compact(database: DatabaseSync) {
  if (!isDue(database)) return
  try {
    database.exec('PRAGMA user_version = 1; DELETE FROM blob WHERE path IS NULL')
    database.exec('VACUUM; PRAGMA user_version = 0')
  } catch {
    // Another process is writing, or the disk is full: the next start tries again.
  }
}

function isDue(database: DatabaseSync) {
  const counts = database.prepare('SELECT count(*) AS rows, count(path) AS blobs FROM blob').get()
  const version = database.prepare('PRAGMA user_version').get()
  return version?.['user_version'] === 1 || Number(counts?.['rows']) > 2 * Number(counts?.['blobs'])
}
