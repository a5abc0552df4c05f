import * as kv from '#server/storage/kv.ts'
import type { RowReader } from './row-reader.ts'
import type { Row } from './row.ts'
import { deployContext } from '#server/http/request-context.ts'
import { asSegment, segmentKey } from './segments.ts'

/**
 * What this instance of the function has read of an index, kept from one request to the next. A
 * segment is read again when its etag says that it changed; a record's row never changes.
 */
export type KnownRows = { segments: Map<number, KnownSegment>; open: Map<string, Row> }

/** A segment as this instance has read it. */
export type KnownSegment = {
  /** Its etag in the listing that led to it. */
  listedAs: string
  /** Its etag when it was read: what a write must replace. */
  etag: string
  /** How many of its records are in. 0 where it is another index's, and must be made anew. */
  added: number
  rows: Row[]
}

const memory = new Map<string, KnownRows>()

/** Forgets everything, as a new instance does. */
export const forgetRows = () => memory.clear()

/** What is stored of the index of `name`, as rows of these fields. */
export async function knownRows({ name, fields, ready }: RowReader): Promise<KnownRows> {
  const memoryKey = `${deployContext()}/${name}`
  const before = memory.get(memoryKey)
  const known: KnownRows = { segments: new Map(), open: before?.open ?? new Map<string, Row>() }
  const prefix = segmentKey(name, '')

  async function load(key: string) {
    const found = await kv.get(key)
    if (!found) return null
    const segment = asSegment(found.value)
    const isOurs = segment?.fields.join() === fields.join()
    const { added, rows } = segment && isOurs ? segment : { added: 0, rows: [] }
    return { etag: found.etag, added, rows: rows.map(ready) }
  }

  const entries = await kv.listEntries(prefix)
  await Promise.all(
    entries.map(async ({ key, etag: listedAs }) => {
      const number = Number(key.slice(prefix.length))
      const same = before?.segments.get(number)
      const segment = same?.listedAs === listedAs ? same : await load(key)
      if (segment) known.segments.set(number, { ...segment, listedAs })
    }),
  )
  memory.set(memoryKey, known)
  return known
}
