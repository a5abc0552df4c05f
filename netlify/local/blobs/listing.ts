import type { BlobTable } from './blob-table.ts'

/** Where to look. All four are paths: `store/`, or `store/` and what the keys begin with. */
type Place = { prefix: string; from: string; folders: boolean; limit: number }
type Entry = { path: string; etag: string; folder?: string }

/**
 * One page of a listing, in the order of paths; `next` is where the following page starts. Blobs that
 * exist all the while are on exactly one page, whatever is written in between.
 */
export function listPage(table: BlobTable, { limit, ...place }: Place) {
  const page: { blobs: Entry[]; folders: string[]; next?: string } = { blobs: [], folders: [] }
  for (const entry of entries(table, place)) {
    if (page.blobs.length + page.folders.length === limit) return { ...page, next: entry.path }
    if (entry.folder === undefined) page.blobs.push(entry)
    else page.folders.push(entry.folder)
  }
  return page
}

/** With `folders`, all blobs below the next slash are one entry: the first of them stands for all. */
function* entries(
  table: BlobTable,
  { prefix, from, folders }: Omit<Place, 'limit'>,
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
      // '0' is the character after '/': the first path that is not in the folder.
      start = `${folder}0`
      break
    }
  }
}
