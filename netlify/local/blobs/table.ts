import type { DatabaseSync } from 'node:sqlite'

export type BlobTable = ReturnType<typeof blobTable>
type BlobRow = { id: number; metadata: string | null; size: number; body: Uint8Array<ArrayBuffer> }

// A removed blob's row is emptied, not deleted. Deleting a row may make SQLite merge pages and
// leave copies of other rows in the file, which secure_delete doesn't overwrite. Emptying a row
// moves nothing, and its content is overwritten with zeros.
const EMPTY = `UPDATE blob SET path = NULL, metadata = NULL, body = x''`

/**
 * Blobs as rows; a path is `store/key`. Calls `onErased` after every removal, because the
 * write-ahead log still holds the removed bytes.
 */
export function blobTable(database: DatabaseSync, onErased: () => void) {
  const find = database.prepare(
    'SELECT id, metadata, length(body) AS size FROM blob WHERE path = ?',
  )
  const body = database.prepare('SELECT body FROM blob WHERE path = ?')
  const add = database.prepare('INSERT INTO blob (path, metadata, body) VALUES (?, ?, ?)')
  const empty = database.prepare(`${EMPTY} WHERE path = ?`)
  // UTF-8 never contains the byte FF, so every path with the prefix sorts below prefix + FF.
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

  // The table is STRICT, so rows have these types.
  return {
    find(path: string) {
      const row = find.get(path) as Omit<BlobRow, 'body'> | undefined
      return row && { ...row, etag: etagOf(row) }
    },
    body: (path: string) => (body.get(path) as Pick<BlobRow, 'body'>).body,
    /** Replaces the blob and returns its new etag. */
    put(path: string, metadata: string | null, body: Uint8Array) {
      erased(empty.run(path).changes)
      return etagOf({ id: Number(add.run(path, metadata, body).lastInsertRowid) })
    },
    remove: (path: string) => erased(empty.run(path).changes),
    /** Removes up to `limit` blobs below the prefix; returns how many. */
    removeAll: (prefix: string, limit: number) => erased(emptyMany.run(prefix, limit).changes),
    /** Blobs below the prefix, sorted by path, starting at `from`. */
    *range(prefix: string, from: string) {
      for (const row of range.iterate(prefix, from)) {
        const { id, path } = row as { id: number; path: string }
        yield { path, etag: etagOf({ id }) }
      }
    },
  }
}

const etagOf = ({ id }: { id: number }) => `"${id}"`

type Listing = { prefix: string; from: string; folders: boolean; limit: number }
type Entry = { path: string; etag: string; folder?: string }

/**
 * One page of a listing, sorted by path; `next` is the next page's first path. A blob that exists
 * all the time is on exactly one page, even if other blobs are written between two pages.
 */
export function listPage(table: BlobTable, { limit, ...listing }: Listing) {
  const page: { blobs: Entry[]; folders: string[]; next?: string } = { blobs: [], folders: [] }
  for (const entry of entries(table, listing)) {
    if (page.blobs.length + page.folders.length === limit) return { ...page, next: entry.path }
    if (entry.folder === undefined) page.blobs.push(entry)
    else page.folders.push(entry.folder)
  }
  return page
}

/** With `folders`, all blobs of one folder are one entry. */
function* entries(
  table: BlobTable,
  { prefix, from, folders }: Omit<Listing, 'limit'>,
): Generator<Entry> {
  let start: string | undefined = from
  while (start !== undefined) {
    const range = table.range(prefix, start)
    start = undefined
    for (const blob of range) {
      const slash = folders ? blob.path.indexOf('/', prefix.length) : -1
      if (slash === -1) {
        yield blob
        continue
      }
      const folder = blob.path.slice(0, slash)
      yield { ...blob, folder }
      // '0' follows '/' in ASCII, so every path of the folder sorts before this.
      start = `${folder}0`
      break
    }
  }
}
