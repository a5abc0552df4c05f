import type { DatabaseSync } from 'node:sqlite'

/** What `blobTable` gives. */
export type BlobTable = ReturnType<typeof blobTable>
type BlobRow = { id: number; metadata: string | null; size: number; body: Uint8Array<ArrayBuffer> }

// A removed blob's row is emptied, not deleted. When SQLite deletes a row it may merge the page with
// its neighbours, and copies of the rows it moves stay behind in the file, where secure_delete does
// not reach them. Emptying a row moves nothing and overwrites what it held with zeros.
const EMPTY = `UPDATE blob SET path = NULL, metadata = NULL, body = x''`

/**
 * The blobs as rows; a path is `store/key`. The row's number is the etag.
 * `onErased` hears of every removal, because the write-ahead log still holds what was removed.
 */
export function blobTable(database: DatabaseSync, onErased: () => void) {
  const find = database.prepare(
    'SELECT id, metadata, length(body) AS size FROM blob WHERE path = ?',
  )
  const body = database.prepare('SELECT body FROM blob WHERE path = ?')
  const add = database.prepare('INSERT INTO blob (path, metadata, body) VALUES (?, ?, ?)')
  const empty = database.prepare(`${EMPTY} WHERE path = ?`)
  // No UTF-8 text holds the byte FF: what starts with a prefix sorts below prefix + FF.
  const emptyMany = database.prepare(
    `${EMPTY} WHERE id IN
      (SELECT id FROM blob WHERE path >= ?1 AND path < ?1 || x'FF' LIMIT ?2)`,
  )
  const range = database.prepare(
    `SELECT id, path FROM blob WHERE path >= max(?1, ?2) AND path < ?1 || x'FF' ORDER BY path`,
  )

  const erased = (changes: number | bigint) => {
    if (changes) onErased()
    return Number(changes)
  }

  // The table is STRICT and every insert is here: rows are what their types say.
  return {
    find(path: string) {
      const row = find.get(path) as Omit<BlobRow, 'body'> | undefined
      return row && { ...row, etag: etagOf(row) }
    },
    body: (path: string) => (body.get(path) as Pick<BlobRow, 'body'>).body,
    /** Puts the blob in place of what was there, and answers its new etag. */
    put(path: string, metadata: string | null, body: Uint8Array) {
      erased(empty.run(path).changes)
      return etagOf({ id: Number(add.run(path, metadata, body).lastInsertRowid) })
    },
    remove: (path: string) => erased(empty.run(path).changes),
    /** Removes at most `limit` blobs below the prefix, and answers how many. */
    removeAll: (prefix: string, limit: number) => erased(emptyMany.run(prefix, limit).changes),
    /** Every blob below the prefix whose path is `from` or sorts after it, in the order of paths. */
    *range(prefix: string, from: string) {
      for (const row of range.iterate(prefix, from)) {
        const { id, path } = row as { id: number; path: string }
        yield { path, etag: etagOf({ id }) }
      }
    },
  }
}

const etagOf = ({ id }: { id: number }) => `"${id}"`
