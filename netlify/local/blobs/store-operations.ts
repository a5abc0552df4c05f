import { listPage } from './listing.ts'
import type { Answer, Operation } from './operation.ts'

/** Cursors are keys: the first one that the page before had no room for. */
export const listBlobs: Operation = {
  writes: false,
  perform(table, { store, query, pageSize }) {
    const root = `${store}/`
    const prefix = root + (query.get('prefix') ?? '')
    const { blobs, folders, next } = listPage(table, {
      prefix,
      from: root + (query.get('cursor') ?? ''),
      folders: query.get('directories') === 'true',
      limit: pageSize,
    })
    return json({
      blobs: blobs.map(({ etag, path }) => ({ etag, key: path.slice(root.length) })),
      directories: folders.map((path) => path.slice(root.length)),
      next_cursor: next?.slice(root.length),
    })
  },
}

/** One page at a time, so that clearing a big store does not hold up everyone else. */
export const clearStore: Operation = {
  writes: true,
  perform(table, { store, pageSize }) {
    const removed = table.removeAll(`${store}/`, pageSize)
    return json({ blobs_deleted: removed, has_more: removed === pageSize })
  },
}

/** A store is what has blobs: one that was cleared is gone. */
export const listStores: Operation = {
  writes: false,
  perform(table, { query, pageSize }) {
    const { folders, next } = listPage(table, {
      prefix: query.get('prefix') ?? '',
      from: query.get('cursor') ?? '',
      folders: true,
      limit: pageSize,
    })
    return json({ stores: folders, next_cursor: next })
  },
}

const json = (value: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
