import { readAddress } from './address.ts'
import type { Address } from './address.ts'
import { describeBlob, readBlob, removeBlob, writeBlob } from './blob-operations.ts'
import type { BlobTable } from './blob-table.ts'
import type { Answer, Asked, Operation } from './operation.ts'
import { clearStore, listBlobs, listStores } from './store-operations.ts'
import type { GroupCommit } from './group-commit.ts'

/** Answers one request of a Blobs client. */
export type BlobHandler = (request: BlobRequest) => Promise<Answer>

/** A request as both ways in can give it cheaply. The body is only read for those who may write. */
type BlobRequest = Pick<Asked, 'header'> & {
  method: string
  url: URL
  body: () => Promise<Uint8Array>
}

const operations: Record<'blob' | 'store' | 'site', Record<string, Operation>> = {
  blob: { GET: readBlob, HEAD: describeBlob, PUT: writeBlob, DELETE: removeBlob },
  store: { GET: listBlobs, DELETE: clearStore },
  site: { GET: listStores },
}

type Access = { siteID: string; token: string; pageSize: number }

/** Answers the protocol that `@netlify/blobs` 11 speaks with its edge. */
export function blobHandler(table: BlobTable, commits: GroupCommit, access: Access): BlobHandler {
  return async ({ method, url, header, body }) => {
    const authorization = header('authorization')
    if (!authorization) return { status: 401 }
    const address = readAddress(url)
    if (!address) return { status: 400 }
    if (authorization !== `Bearer ${access.token}`) return { status: 403 }
    if (address.site !== access.siteID) return { status: 403 }
    const operation = operations[scope(address)][method]
    if (!operation) return { status: 405 }

    const asked: Asked = {
      ...address,
      query: url.searchParams,
      header,
      pageSize: access.pageSize,
      body: method === 'PUT' ? await body() : nothing,
    }
    return commits.run(operation.writes, () => operation.perform(table, asked)).catch(unavailable)
  }
}

const nothing = new Uint8Array()

function scope({ store, key }: Address) {
  if (key) return 'blob'
  return store ? 'store' : 'site'
}

/** The client puts this header into the message of the error that it throws. */
function unavailable(error: unknown): Answer {
  const reason = error instanceof Error ? error.message : String(error)
  return { status: 503, headers: { 'x-nf-error': `The store is unavailable: ${reason}` } }
}
