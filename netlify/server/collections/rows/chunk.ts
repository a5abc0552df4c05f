import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, gunzip, gunzipSync, gzip } from 'node:zlib'
import type { Form } from '#forms/form.ts'
import * as kv from '#server/storage/kv.ts'
import { remembered } from '#server/storage/remembered.ts'
import type { Collection } from '../collection.ts'
import { rowsKey } from '../keys.ts'
import { normalizeForSearch } from '../normalize-for-search.ts'
import { changed, countsOf, searchedTexts, type Row } from '../row.ts'
import type { Chunk, Chunks } from './manifest.ts'

const NEWLINE = 10
/** All ids are of one length. */
const ID_CHARACTERS = 26

export type Done = { isSeen: boolean; isAnswered: boolean }

/** Rows of neighbouring ids, the newest first, to be shown, sorted and searched. */
export class Lines {
  readonly ids: readonly string[]
  readonly all: () => readonly Row[]
  /** Memory it takes as long as no rows are asked for. */
  readonly bytes: number
  readonly #text: () => Buffer
  readonly #columns = new Map<string, readonly unknown[]>()
  #searched: { text: Buffer; starts: number[] } | undefined

  /** `text` has a line for each row: its id, and all that a search looks in. */
  constructor(ids: readonly string[], all: () => readonly Row[], text: () => Buffer, bytes = 0) {
    this.ids = ids
    this.all = all
    this.bytes = bytes
    this.#text = text
  }

  static of(form: Form, rows: readonly Row[]): Lines {
    const ids = rows.map(({ id }) => id)
    return new Lines(
      ids,
      () => rows,
      () => searchedText(form, rows),
    )
  }

  get text(): Buffer {
    return this.#lines.text
  }

  at(index: number): Row {
    const row = this.all()[index]
    if (!row) throw new RangeError('There is no such row.')
    return row
  }

  /** Something of each row, kept under this name for the next time. */
  column<One>(name: string, of: (row: Row) => One): readonly One[] {
    const known = this.#columns.get(name) ?? this.all().map(of)
    this.#columns.set(name, known)
    // Each name is always used for the same thing.
    return known as readonly One[]
  }

  get done(): readonly Done[] {
    return this.column('', ({ state }) => ({
      isSeen: Boolean(state.seenAt),
      isAnswered: Boolean(state.answeredAt),
    }))
  }

  /**
   * The indexes of the rows that hold all these normalised words, each anywhere in any text. Each
   * word is sought from the furthest hit on, so the rarest word sets the pace.
   */
  matching(words: readonly string[]): number[] {
    if (words.length === 0) return this.ids.map((_, index) => index)
    const { text, starts } = this.#lines
    const endOf = (index: number) => starts[index + 1] ?? text.length
    const sought = words.map((word) => ({ word: Buffer.from(word), at: -1 }))
    const found: number[] = []
    let index = 0
    while (index < this.ids.length) {
      const begin = (starts[index] ?? 0) + ID_CHARACTERS
      const end = endOf(index)
      let furthest = begin
      for (const one of sought) {
        if (one.at < begin) one.at = text.indexOf(one.word, begin)
        if (one.at === -1) return found
        furthest = Math.max(furthest, one.at)
        if (furthest >= end) break
      }
      if (furthest < end) found.push(index++)
      else while (endOf(index) <= furthest) index++
    }
    return found
  }

  get #lines() {
    const text = this.#searched?.text ?? this.#text()
    return (this.#searched ??= { text, starts: startsOf(text) })
  }
}

/** Where each line begins, and where the last one ends. */
function startsOf(text: Buffer): number[] {
  const starts = [0]
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) {
    starts.push(at + 1)
  }
  return starts
}

function searchedText(form: Form, rows: readonly Row[]): Buffer {
  const lines = rows.map((row) => {
    const texts = searchedTexts(form, row).map(normalizeForSearch)
    // No word holds white space, so none is found across two texts.
    return `${row.id} ${texts.join(' ').replaceAll('\n', ' ')}\n`
  })
  return Buffer.from(lines.join(''))
}

const [compress, expand] = [promisify(gzip), promisify(gunzip)]

/** A file begins with a checksum of all that follows, and the length of its first part. */
const HEAD_BYTES = 8
const CHECKSUM_BYTES = 4

/** Lines as a file: what a search looks in, then the rows, each compressed. */
export async function pack(lines: Lines): Promise<ArrayBuffer> {
  const text = await compress(lines.text)
  const rows = await compress(JSON.stringify(lines.all()))
  const file = new Uint8Array(HEAD_BYTES + text.length + rows.length)
  file.set(text, HEAD_BYTES)
  file.set(rows, HEAD_BYTES + text.length)
  const head = new DataView(file.buffer)
  head.setUint32(CHECKSUM_BYTES, text.length, true)
  head.setUint32(0, crc32(file.subarray(CHECKSUM_BYTES)), true)
  return file.buffer
}

/** The lines of a file; null where it is damaged, or none. Rows stay compressed until they are shown. */
export async function unpack(file: ArrayBuffer): Promise<Lines | null> {
  if (file.byteLength < HEAD_BYTES) return null
  const head = new DataView(file)
  if (head.getUint32(0, true) !== crc32(new Uint8Array(file, CHECKSUM_BYTES))) return null
  const length = head.getUint32(CHECKSUM_BYTES, true)
  const text = await expand(new Uint8Array(file, HEAD_BYTES, length))
  const packed = new Uint8Array(file, HEAD_BYTES + length)
  let known: WeakRef<Row[]> | undefined
  function rows() {
    // Only rows are packed.
    const all = known?.deref() ?? (JSON.parse(gunzipSync(packed).toString()) as Row[])
    known = new WeakRef(all)
    return all
  }
  const starts = startsOf(text).slice(0, -1)
  return new Lines(
    starts.map((start) => text.toString('latin1', start, start + ID_CHARACTERS)),
    rows,
    () => text,
    text.length + file.byteLength,
  )
}

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
