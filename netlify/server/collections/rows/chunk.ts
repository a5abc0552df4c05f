import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Form } from '#forms/form.ts'
import { deployContext } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import { rowsKey } from '../keys.ts'
import type { Collection } from '../collection.ts'
import { Lines } from './lines.ts'
import type { Chunk } from './manifest.ts'
import { pack, unpack } from './packed.ts'
import { countsOf } from './segment.ts'
import type { Row } from './row.ts'

/**
 * A chunk is written once, under a name of its own, and read by everybody who reads a manifest that
 * names it. So whatever an instance has read of one stays true, for as long as there is memory.
 */
const memory = new LRUCache<string, Lines>({
  maxSize: 384 * 2 ** 20,
  sizeCalculation: ({ bytes }) => bytes + 1,
})

/** Forgets all chunks, as a new instance does. */
export const forgetChunks = () => memory.clear()

/** Writes the rows, which are in order, under a new name. */
export async function writeChunk<F extends Form>(
  { form, name }: Collection<F>,
  rows: readonly Row<F>[],
): Promise<Chunk> {
  const own = `${Date.now()}-${randomBytes(6).toString('hex')}`
  const chunk = { name: rows.length > 0 ? own : '', ...countsOf(rows) }
  if (rows.length > 0) {
    await kv.putFile(rowsKey(name, own), await pack(Lines.of(form, rows)))
  }
  return chunk
}

const placeOf = ({ name }: Pick<Collection, 'name'>, chunk: Chunk) =>
  `${deployContext()}/${name}/${chunk.name}`

/** Whether this instance has read it already. */
export const isRead = (collection: Pick<Collection, 'name'>, chunk: Chunk): boolean =>
  memory.has(placeOf(collection, chunk))

/** The rows of a chunk, or null where it is lost or damaged. */
export async function readChunk<F extends Form>(
  { form, name }: Collection<F>,
  chunk: Chunk,
): Promise<Lines<F> | null> {
  if (!chunk.name) return Lines.of(form, [])
  const known = memory.get(placeOf({ name }, chunk))
  // Only chunks of this collection are kept under its name.
  if (known) return known as unknown as Lines<F>
  const bytes = await kv.getFile(rowsKey(name, chunk.name))
  const lines = bytes && (await unpack<F>(bytes))
  if (lines?.ids.length !== chunk.rows) return null
  memory.set(placeOf({ name }, chunk), lines)
  return lines
}
