import type { Collection } from '../collection.ts'
import { idOf } from '../keys.ts'
import { remembered } from './memory.ts'
import { readState, UNTOUCHED } from '../state.ts'
import { readRecord } from '../truth.ts'
import type { Row } from './row.ts'

/** Rows by record and state: a record never changes, and a state's etag says when that does. */
const memory = remembered<Row>({ max: 20_000 })

export const isKept = (key: string, etag = ''): boolean => memory.has(`${key}/${etag}`)

export function keep(key: string, row: Row, etag = ''): void {
  memory.set(`${key}/${etag}`, row)
}

/** The row of the record under this key whose state has this etag; or null. */
export async function rowAt({ name }: Collection, key: string, etag = ''): Promise<Row | null> {
  const kept = memory.get(`${key}/${etag}`)
  if (kept) return kept
  const id = idOf(key)
  const [submission, found] = await Promise.all([
    memory.get(`${key}/`)?.submission ?? readRecord(key).then((record) => record?.submission),
    etag ? readState(name, id) : { state: UNTOUCHED, etag: '' },
  ])
  if (!submission) return null
  keep(key, { id, state: UNTOUCHED, etag: '', submission })
  const row = { id, ...found, submission }
  keep(key, row, found.etag)
  return row
}
