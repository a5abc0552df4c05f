import { promisify } from 'node:util'
import { crc32, gunzip, gunzipSync, gzip } from 'node:zlib'
import type { Form } from '#forms/form.ts'
import { normalizeForSearch } from '../normalize-for-search.ts'
import { searchedTexts, type Row } from './row.ts'

const NEWLINE = 10
/** All ids are of one length. */
const ID_CHARACTERS = 26
/** A file begins with the length of its first part, and a checksum of all that follows. */
const HEAD_BYTES = 8

const [compress, expand] = [promisify(gzip), promisify(gunzip)]

/**
 * Rows of neighbouring ids, the newest first. Hundreds of thousands may be in memory at once: then
 * what a search looks in is plain text, a line a row, and the rows stay compressed until some of
 * them are shown.
 */
export class Lines<F extends Form = Form> {
  readonly ids: readonly string[]
  /** What it takes in memory. */
  readonly bytes: number
  readonly #rows: () => readonly Row<F>[]
  readonly #textOf: () => Buffer
  readonly #columns = new Map<string, string[]>()
  #text: { bytes: Buffer; starts: number[] } | undefined

  private constructor(
    ids: readonly string[],
    bytes: number,
    rows: () => readonly Row<F>[],
    textOf: () => Buffer,
  ) {
    this.ids = ids
    this.bytes = bytes
    this.#rows = rows
    this.#textOf = textOf
  }

  /** Rows that are at hand, in order. */
  static of<F extends Form>(form: F, rows: readonly Row<F>[]): Lines<F> {
    const ids = rows.map(({ id }) => id)
    return new Lines(
      ids,
      0,
      () => rows,
      () => searchedText(form, rows),
    )
  }

  /** Rows as `pack` made a file of them. Throws where it is none. */
  static async unpack<F extends Form>(file: ArrayBuffer): Promise<Lines<F>> {
    const head = new DataView(file)
    const length = head.getUint32(0, true)
    // The rows are expanded when they are shown; that they can be must be known now.
    if (head.getUint32(4, true) !== crc32(new Uint8Array(file, HEAD_BYTES))) {
      throw new TypeError('The lines are damaged.')
    }
    const text = await expand(new Uint8Array(file, HEAD_BYTES, length))
    const packed = new Uint8Array(file, HEAD_BYTES + length)
    const starts = startsOf(text)
    const ids = starts
      .slice(0, -1)
      .map((start) => text.toString('latin1', start, start + ID_CHARACTERS))
    let known: WeakRef<Row<F>[]> | undefined
    const rows = () => {
      // Only rows are packed.
      const all = known?.deref() ?? (JSON.parse(gunzipSync(packed).toString()) as Row<F>[])
      known = new WeakRef(all)
      return all
    }
    const lines = new Lines<F>(ids, text.length + file.byteLength, rows, () => text)
    lines.#text = { bytes: text, starts }
    return lines
  }

  /** The file to keep them as. */
  async pack(): Promise<ArrayBuffer> {
    const [text, rows] = await Promise.all([
      compress(this.#textOf()),
      compress(JSON.stringify(this.#rows())),
    ])
    const file = new Uint8Array(HEAD_BYTES + text.length + rows.length)
    file.set(text, HEAD_BYTES)
    file.set(rows, HEAD_BYTES + text.length)
    const head = new DataView(file.buffer)
    head.setUint32(0, text.length, true)
    head.setUint32(4, crc32(file.subarray(HEAD_BYTES)), true)
    return file.buffer
  }

  /** The row of this place. */
  at(place: number): Row<F> {
    const row = this.#rows()[place]
    if (!row) throw new RangeError('There is no such place.')
    return row
  }

  /** All rows. */
  all(): readonly Row<F>[] {
    return this.#rows()
  }

  /** One text of each row, kept for the next time that rows are sorted by it. */
  column(name: string, textOf: (row: Row<F>) => string): readonly string[] {
    const known = this.#columns.get(name) ?? this.all().map(textOf)
    this.#columns.set(name, known)
    return known
  }

  /** The places of the rows that hold all these normalised words, each anywhere in any text. */
  matching(words: readonly string[]): number[] {
    const sought = words.map((word) => Buffer.from(word))
    const [first] = sought
    if (!first) return this.ids.map((_, place) => place)
    const { bytes, starts } = (this.#text ??= withStarts(this.#textOf()))
    const endOf = (place: number) => starts[place + 1] ?? bytes.length
    const places: number[] = []
    let place = 0
    for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, endOf(place))) {
      while (endOf(place) <= at) place++
      // The id that a line begins with is no text.
      const texts = bytes.subarray((starts[place] ?? 0) + ID_CHARACTERS, endOf(place))
      if (sought.every((word) => texts.includes(word))) places.push(place)
    }
    return places
  }
}

const withStarts = (bytes: Buffer) => ({ bytes, starts: startsOf(bytes) })

/** Where each line begins, and where the last one ends. */
function startsOf(bytes: Buffer): number[] {
  const starts = [0]
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
    starts.push(at + 1)
  }
  return starts
}

/** A line for each row: its id, and all that a search looks in. */
const searchedText = <F extends Form>(form: F, rows: readonly Row<F>[]): Buffer =>
  Buffer.from(
    rows
      .map((row) => {
        const texts = searchedTexts(form, row).map(normalizeForSearch)
        // No word that is searched for holds white space, so none is found across two texts.
        return `${row.id} ${texts.join(' ').replaceAll('\n', ' ')}\n`
      })
      .join(''),
  )
