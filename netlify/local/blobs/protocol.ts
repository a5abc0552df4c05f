import type { GroupCommit } from './group-commit.ts'
import { type BlobTable, listPage } from './table.ts'

/** A request over HTTP or from this process. */
type BlobRequest = {
  method: string
  url: URL
  header: (name: string) => string | null | undefined
  body: () => Promise<Uint8Array>
}

type BlobResponse = {
  status: number
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export type BlobHandler = (request: BlobRequest) => Promise<BlobResponse>

type Access = { siteID: string; token: string; pageSize: number }
type ParsedRequest = {
  store: string
  key: string
  query: URLSearchParams
  header: BlobRequest['header']
  body: Uint8Array
  pageSize: number
}
/** Runs inside one transaction. */
type Operation = (table: BlobTable, request: ParsedRequest) => BlobResponse

/** Implements the protocol of `@netlify/blobs` 11. */
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

    const request: ParsedRequest = {
      ...{ store, key, header, pageSize: access.pageSize },
      query: url.searchParams,
      body: method === 'PUT' ? await body() : new Uint8Array(),
    }
    const writes = method === 'PUT' || method === 'DELETE'
    return commits.run(writes, () => operation(table, request)).catch(unavailable)
  }
}

const ADDRESS = /^\/(?:region:[^/]*\/)?(?<site>[^/]+)(?:\/(?<store>[^/]*))?(?:\/(?<key>.*))?$/s

/**
 * Reads `/site/store/key` and ignores a region before the site. The client doesn't encode keys, but
 * `URL` does, so decoding once returns the key. (The client itself changes a key with `?`, `#`,
 * `%`, `\` or `..`, here and in production.)
 */
function readAddress({ pathname }: URL) {
  try {
    const { site, store = '', key = '' } = ADDRESS.exec(decodeURIComponent(pathname))?.groups ?? {}
    return site === undefined ? undefined : { site, store, key }
  } catch {
    return undefined
  }
}

/** The client copies this header into its error message. */
function unavailable(error: unknown): BlobResponse {
  const reason = error instanceof Error ? error.message : String(error)
  return { status: 503, headers: { 'x-nf-error': `The store is unavailable: ${reason}` } }
}

/** The client encodes metadata in this header. */
const METADATA = 'x-amz-meta-user'

const pathOf = ({ store, key }: ParsedRequest) => `${store}/${key}`

const json = (value: unknown): BlobResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const describeBlob: Operation = (table, request) => {
  const found = table.find(pathOf(request))
  if (!found) return { status: 404 }
  const { etag, metadata, size } = found
  const headers = { etag, ...(metadata !== null && { [METADATA]: metadata }) }
  if (request.header('if-none-match') === etag) return { status: 304, headers }
  return { status: 200, headers: { ...headers, 'content-length': String(size) } }
}

const readBlob: Operation = (table, request) => {
  const response = describeBlob(table, request)
  return response.status === 200 ? { ...response, body: table.body(pathOf(request)) } : response
}

const writeBlob: Operation = (table, request) => {
  const path = pathOf(request)
  const mustMatch = request.header('if-match')
  const mustBeNew = request.header('if-none-match') === '*'
  const found = (mustMatch ?? mustBeNew) ? table.find(path) : undefined
  if (mustBeNew && found) return { status: 412 }
  if (mustMatch && mustMatch !== found?.etag) return { status: 412 }
  const etag = table.put(path, request.header(METADATA) ?? null, request.body)
  return { status: 200, headers: { etag } }
}

const removeBlob: Operation = (table, request) => {
  table.remove(pathOf(request))
  return { status: 204 }
}

/** The cursor is the first key of the next page. */
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

/** Clears one page per request, so that a large store doesn't block others. */
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
