import type { GroupCommit } from './group-commit.ts'
import { type BlobTable, listPage } from './table.ts'

/** A request, from a connection or from this process. `body` reads the body on demand. */
export type BlobRequest = {
  method: string
  url: URL
  header: (name: string) => string | null | undefined
  body: () => Promise<Uint8Array>
}

export type Answer = {
  status: number
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export type BlobHandler = (request: BlobRequest) => Promise<Answer>

type Access = { siteID: string; token: string; pageSize: number }
type Asked = {
  store: string
  key: string
  query: URLSearchParams
  header: BlobRequest['header']
  body: Uint8Array
  pageSize: number
}
/** Runs within a commit, so that nothing comes between its steps. */
type Operation = (table: BlobTable, asked: Asked) => Answer

/** Answers the protocol that `@netlify/blobs` 11 speaks with its edge. */
export function blobHandler(table: BlobTable, commits: GroupCommit, access: Access): BlobHandler {
  return async ({ method, url, header, body }) => {
    const authorization = header('authorization')
    if (!authorization) return { status: 401 }
    const address = readAddress(url)
    if (!address) return { status: 400 }
    if (authorization !== `Bearer ${access.token}`) return { status: 403 }
    if (address.site !== access.siteID) return { status: 403 }
    const { store, key } = address
    const operation = operations[key ? 'blob' : store ? 'store' : 'site'][method]
    if (!operation) return { status: 405 }

    const asked: Asked = {
      ...{ store, key, header, pageSize: access.pageSize },
      query: url.searchParams,
      body: method === 'PUT' ? await body() : new Uint8Array(),
    }
    const writes = method === 'PUT' || method === 'DELETE'
    return commits.run(writes, () => operation(table, asked)).catch(unavailable)
  }
}

const ADDRESS = /^\/(?:region:[^/]*\/)?(?<site>[^/]+)(?:\/(?<store>[^/]*))?(?:\/(?<key>.*))?$/s

/**
 * Reads `/site/store/key`, and ignores a region before the site. The client does not encode keys, but
 * `URL` encodes what it must, so one decoding gives back the key. (A key with `?`, `#`, `%`, `\` or
 * `..` is another key before it leaves the client, here and in production.)
 */
function readAddress({ pathname }: URL) {
  try {
    const { site, store = '', key = '' } = ADDRESS.exec(decodeURIComponent(pathname))?.groups ?? {}
    return site === undefined ? undefined : { site, store, key }
  } catch {
    return undefined
  }
}

/** The client puts this header into its error's message. */
function unavailable(error: unknown): Answer {
  const reason = error instanceof Error ? error.message : String(error)
  return { status: 503, headers: { 'x-nf-error': `The store is unavailable: ${reason}` } }
}

/** The client packs the metadata into this header and unpacks it again. */
const METADATA = 'x-amz-meta-user'

const pathOf = ({ store, key }: Asked) => `${store}/${key}`

const json = (value: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const describeBlob: Operation = (table, asked) => {
  const found = table.find(pathOf(asked))
  if (!found) return { status: 404 }
  const { etag, metadata, size } = found
  const headers = { etag, ...(metadata !== null && { [METADATA]: metadata }) }
  if (asked.header('if-none-match') === etag) return { status: 304, headers }
  return { status: 200, headers: { ...headers, 'content-length': String(size) } }
}

const readBlob: Operation = (table, asked) => {
  const answer = describeBlob(table, asked)
  return answer.status === 200 ? { ...answer, body: table.body(pathOf(asked)) } : answer
}

const writeBlob: Operation = (table, asked) => {
  const path = pathOf(asked)
  const mustMatch = asked.header('if-match')
  const mustBeNew = asked.header('if-none-match') === '*'
  const found = (mustMatch ?? mustBeNew) ? table.find(path) : undefined
  if (mustBeNew && found) return { status: 412 }
  if (mustMatch && mustMatch !== found?.etag) return { status: 412 }
  const etag = table.put(path, asked.header(METADATA) ?? null, asked.body)
  return { status: 200, headers: { etag } }
}

const removeBlob: Operation = (table, asked) => {
  table.remove(pathOf(asked))
  return { status: 204 }
}

/** A cursor is the first key that the page before had no room for. */
const listBlobs: Operation = (table, { store, query, pageSize }) => {
  const root = `${store}/`
  const { blobs, folders, next } = listPage(table, {
    prefix: root + (query.get('prefix') ?? ''),
    from: root + (query.get('cursor') ?? ''),
    folders: query.get('directories') === 'true',
    limit: pageSize,
  })
  return json({
    blobs: blobs.map(({ etag, path }) => ({ etag, key: path.slice(root.length) })),
    directories: folders.map((path) => path.slice(root.length)),
    next_cursor: next?.slice(root.length),
  })
}

/** Clears one page at a time, so that a large store doesn't block other requests. */
const clearStore: Operation = (table, { store, pageSize }) => {
  const removed = table.removeAll(`${store}/`, pageSize)
  return json({ blobs_deleted: removed, has_more: removed === pageSize })
}

/** Lists the stores that have blobs. */
const listStores: Operation = (table, { query, pageSize }) => {
  const { folders, next } = listPage(table, {
    prefix: query.get('prefix') ?? '',
    from: query.get('cursor') ?? '',
    folders: true,
    limit: pageSize,
  })
  return json({ stores: folders, next_cursor: next })
}

const operations: Record<'blob' | 'store' | 'site', Record<string, Operation>> = {
  blob: { GET: readBlob, HEAD: describeBlob, PUT: writeBlob, DELETE: removeBlob },
  store: { GET: listBlobs, DELETE: clearStore },
  site: { GET: listStores },
}
