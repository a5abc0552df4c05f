import { randomBytes } from 'node:crypto'
import * as kv from '#server/storage/kv.ts'
import type { Collection } from '../collection.ts'
import { rowsKey } from '../keys.ts'
import { remembered } from './memory.ts'
import { Lines, pack, unpack } from './lines.ts'
import type { Chunk, Chunks } from './manifest.ts'
import { changed, countsOf, type Row } from './row.ts'

/** A chunk is written once, under a name of its own, so what was read of it stays true. */
const memory = remembered<Lines>({
  maxSize: 384 * 2 ** 20,
  sizeCalculation: ({ bytes }) => bytes + 1,
})

/** A chunk that a manifest names is lost or damaged; its rows can be made anew. */
export class LostChunk extends Error {
  override name = 'LostChunk'
}

export async function writeChunk({ form, name }: Collection, rows: readonly Row[]): Promise<Chunk> {
  if (rows.length === 0) return { name: '', ...countsOf(rows) }
  const own = `${Date.now()}-${randomBytes(6).toString('hex')}`
  await kv.putFile(rowsKey(name, own), await pack(Lines.of(form, rows)))
  return { name: own, ...countsOf(rows) }
}

export const isRead = ({ name }: Collection, chunk: Chunk): boolean =>
  memory.has(rowsKey(name, chunk.name))

/** Throws LostChunk, as `allRows` does. */
export async function readChunk({ form, name }: Collection, chunk: Chunk): Promise<Lines> {
  if (!chunk.name) return Lines.of(form, [])
  const key = rowsKey(name, chunk.name)
  const known = memory.get(key)
  if (known) return known
  const file = await kv.getFile(key)
  const lines = file && (await unpack(file))
  if (lines?.ids.length !== chunk.rows) throw new LostChunk(chunk.name)
  memory.set(key, lines)
  return lines
}

export async function allRows(collection: Collection, { shown, hidden }: Chunks): Promise<Row[]> {
  const both = await Promise.all([readChunk(collection, shown), readChunk(collection, hidden)])
  return changed(both.flatMap((lines) => lines.all()))
}
