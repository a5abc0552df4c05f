import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'
import type { Form } from '#forms/form.ts'
import { sharedNow } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { remembered } from '#server/storage/remembered.ts'
import type { Collection } from '../collection.ts'
import { rowsKey } from '../keys.ts'
import { applyChanges, countsOf, doneWith, type Done, type Row } from '../row.ts'
import type { Chunk, Chunks } from './manifest.ts'
import { doneIn, idsIn, indexIn, indexText, type Index } from './row-index.ts'

/** Rows of neighbouring ids, the newest first, to be shown, sorted and searched. */
export type Rows = {
  ids: readonly string[]
  row: (at: number) => Row
  all: () => readonly Row[]
  done: (at: number) => Done
  index: () => Index
  /** Texts of all rows by column, kept after the first use. */
  columns: Map<string, readonly string[]>
}

/** Rows that do not come from a chunk. */
export function rowsAtHand(form: Form, all: readonly Row[]): Rows {
  function row(at: number): Row {
    const found = all[at]
    if (!found) throw new RangeError('There is no such row.')
    return found
  }
  return {
    ids: all.map(({ id }) => id),
    row,
    all: () => all,
    done: (at) => doneWith(row(at)),
    index: () => indexIn(indexText(form, all)),
    columns: new Map(),
  }
}

export function columnOf({ columns, all }: Rows, name: string, of: (row: Row) => string) {
  const texts = columns.get(name) ?? all().map(of)
  columns.set(name, texts)
  return texts
}

/**
 * A chunk is a file of two gzips with a line for each row. The first is the index, which lists and
 * searches read; the second has the rows as JSON. The manifest says where the first one ends. A
 * chunk is written once under a unique name, so an instance may keep what it has read.
 */
type ChunkRows = Rows & { bytes: number }

const memory = remembered<ChunkRows>({
  maxSize: 384 * 2 ** 20,
  sizeCalculation: ({ bytes }) => bytes,
})

const [compress, expand] = [promisify(gzip), promisify(gunzip)]

/** Chunks that a manifest names are lost or damaged; their rows can be rebuilt. */
export class LostChunk extends Error {
  override name = 'LostChunk'
  readonly chunks: readonly string[]

  constructor(...chunks: string[]) {
    super(chunks.join(', '))
    this.chunks = chunks
  }
}

/** All results. The error names every lost chunk, so that they are rebuilt together. */
export async function allRead<One>(reads: readonly Promise<One>[]): Promise<One[]> {
  const settled = await Promise.allSettled(reads)
  const errors = settled.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  )
  const lost = errors.flatMap((error) => (error instanceof LostChunk ? error.chunks : []))
  if (lost.length > 0) throw new LostChunk(...lost)
  return Promise.all(reads)
}

export async function writeChunk({ form, name }: Collection, rows: readonly Row[]): Promise<Chunk> {
  if (rows.length === 0) return { name: '', indexBytes: 0, ...countsOf(rows) }
  const own = `${sharedNow()}-${randomBytes(6).toString('hex')}`
  const index = await compress(indexText(form, rows))
  const lines = rows.map((row) => JSON.stringify(row))
  const file = Buffer.concat([index, await compress(lines.join('\n'))])
  await kv.putFile(rowsKey(name, own), new Uint8Array(file).buffer)
  return { name: own, indexBytes: index.length, ...countsOf(rows) }
}

export const isRead = ({ name }: Collection, chunk: Chunk): boolean =>
  memory.has(rowsKey(name, chunk.name))

/** Throws LostChunk if the file is missing or damaged, and so does reading its rows. */
export async function readChunk({ form, name }: Collection, chunk: Chunk): Promise<Rows> {
  if (!chunk.name) return rowsAtHand(form, [])
  const key = rowsKey(name, chunk.name)
  const known = memory.get(key)
  if (known) return known
  const file = Buffer.from((await kv.getFile(key)) ?? new ArrayBuffer(0))
  const index = await expand(file.subarray(0, chunk.indexBytes)).catch(() => Buffer.alloc(0))
  // A copy, so that the rest of the file can be freed.
  const rows = rowsIn(chunk.name, indexIn(index), Buffer.from(file.subarray(chunk.indexBytes)))
  if (rows.ids.length !== chunk.rows) throw new LostChunk(chunk.name)
  memory.set(key, rows)
  return rows
}

export async function allRows(collection: Collection, { shown, held }: Chunks): Promise<Row[]> {
  const both = await allRead([readChunk(collection, shown), readChunk(collection, held)])
  return applyChanges(both.flatMap((rows) => rows.all()))
}

/** The rows of a chunk. They stay compressed: all of them take three times the room of their index. */
function rowsIn(name: string, index: Index, compressed: Buffer): ChunkRows {
  const ids = idsIn(index)
  let known: WeakRef<string[]> | undefined
  function lines(): string[] {
    const all = known?.deref() ?? expanded(name, compressed)
    known = new WeakRef(all)
    return all
  }
  // Only rows are compressed.
  const row = (at: number) => JSON.parse(lines()[at] ?? '') as Row
  return {
    ids,
    row,
    all: () => ids.map((_, at) => row(at)),
    done: (at) => doneIn(index, at),
    index: () => index,
    columns: new Map(),
    bytes: index.text.length + compressed.length,
  }
}

function expanded(name: string, compressed: Buffer): string[] {
  try {
    return gunzipSync(compressed).toString().split('\n')
  } catch {
    throw new LostChunk(name)
  }
}
