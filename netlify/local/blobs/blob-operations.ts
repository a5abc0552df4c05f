import type { Operation } from './operation.ts'

/** The client packs the metadata into one header and unpacks it again: here it is opaque. */
const METADATA = 'x-amz-meta-user'

/** GET: the blob and its etag; 304 where the asker has it, 404 where there is none. */
export const readBlob: Operation = {
  writes: false,
  perform(table, asked) {
    const answer = describeBlob.perform(table, asked)
    if (answer.status !== 200) return answer
    return { ...answer, body: table.body(pathOf(asked)) }
  },
}

/** HEAD: the same without the body. */
export const describeBlob: Operation = {
  writes: false,
  perform(table, asked) {
    const found = table.find(pathOf(asked))
    if (!found) return { status: 404 }
    const { etag, metadata, size } = found
    const headers = { etag, ...(metadata !== null && { [METADATA]: metadata }) }
    if (asked.header('if-none-match') === etag) return { status: 304, headers }
    return { status: 200, headers: { ...headers, 'content-length': String(size) } }
  },
}

/** PUT: the new etag; 412 where a condition (`if-match`, `if-none-match: *`) does not hold. */
export const writeBlob: Operation = {
  writes: true,
  perform(table, asked) {
    const path = pathOf(asked)
    const mustMatch = asked.header('if-match')
    const mustBeNew = asked.header('if-none-match') === '*'
    const found = (mustMatch ?? mustBeNew) ? table.find(path) : undefined
    if (mustBeNew && found) return { status: 412 }
    if (mustMatch && mustMatch !== found?.etag) return { status: 412 }
    const etag = table.put(path, asked.header(METADATA) ?? null, asked.body)
    return { status: 200, headers: { etag } }
  },
}

/** DELETE: 204, whether or not there was one. */
export const removeBlob: Operation = {
  writes: true,
  perform(table, asked) {
    table.remove(pathOf(asked))
    return { status: 204 }
  },
}

const pathOf = ({ store, key }: { store: string; key: string }) => `${store}/${key}`
