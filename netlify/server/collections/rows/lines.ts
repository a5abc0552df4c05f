import type { Form } from '#forms/form.ts'
import { normalizeForSearch } from '../normalize-for-search.ts'
import { searchedTexts, type Row } from './row.ts'

const NEWLINE = 10
/** All ids are of one length. */
const ID_CHARACTERS = 26

/** Where lines come from: what of it costs time or memory is asked for when it is needed. */
type Source<F extends Form> = {
  ids: readonly string[]
  rows: () => readonly Row<F>[]
  /** What a search looks in: a line for each row, which begins with its id. */
  text: () => Buffer
  /** What it takes in memory as long as no rows are asked for. */
  bytes: number
}

/** What the studio did with a row. */
export type Done = { isSeen: boolean; isAnswered: boolean }

/** Rows of neighbouring ids, the newest first, to be shown, sorted and searched. */
export class Lines<F extends Form = Form> {
  readonly ids: readonly string[]
  readonly bytes: number
  readonly #source: Source<F>
  readonly #columns = new Map<string, readonly string[]>()
  #done: readonly Done[] | undefined
  #text: { bytes: Buffer; starts: number[] } | undefined

  constructor(source: Source<F>) {
    this.ids = source.ids
    this.bytes = source.bytes
    this.#source = source
  }

  /** The lines of rows that are at hand, in order. */
  static of<F extends Form>(form: F, rows: readonly Row<F>[]): Lines<F> {
    const ids = rows.map(({ id }) => id)
    return new Lines({ ids, rows: () => rows, text: () => searchedText(form, rows), bytes: 0 })
  }

  /** What a search looks in. */
  get text(): Buffer {
    return this.#searched.bytes
  }

  /** All rows. */
  all(): readonly Row<F>[] {
    return this.#source.rows()
  }

  /** The row of this place. */
  at(place: number): Row<F> {
    const row = this.all()[place]
    if (!row) throw new RangeError('There is no such place.')
    return row
  }

  /** One text of each row, kept for the next time that rows are sorted by it. */
  column(name: string, textOf: (row: Row<F>) => string): readonly string[] {
    const known = this.#columns.get(name) ?? this.all().map(textOf)
    this.#columns.set(name, known)
    return known
  }

  /** What was done with each row, kept for the next time that somebody asks. */
  get done(): readonly Done[] {
    this.#done ??= this.all().map(({ state }) => ({
      isSeen: Boolean(state.seenAt),
      isAnswered: Boolean(state.answeredAt),
    }))
    return this.#done
  }

  /** How many of the rows behind an id nobody has answered. */
  unansweredBehind(id: string): number {
    return this.ids.filter((one, place) => one > id && !this.done[place]?.isAnswered).length
  }

  /**
   * The places of the rows that hold all these normalised words, each anywhere in any text. Each word
   * is sought from where the furthest one was found, so that the rarest one sets the pace.
   */
  matching(words: readonly string[]): number[] {
    if (words.length === 0) return this.ids.map((_, place) => place)
    const { bytes, starts } = this.#searched
    const endOf = (place: number) => starts[place + 1] ?? bytes.length
    const sought = words.map((word) => ({ word: Buffer.from(word), at: -1 }))
    const places: number[] = []
    let place = 0
    while (place < this.ids.length) {
      // The id that a line begins with is no text.
      const begin = (starts[place] ?? 0) + ID_CHARACTERS
      const end = endOf(place)
      let furthest = begin
      for (const one of sought) {
        if (one.at < begin) one.at = bytes.indexOf(one.word, begin)
        if (one.at === -1) return places
        furthest = Math.max(furthest, one.at)
        if (furthest >= end) break
      }
      if (furthest < end) places.push(place++)
      else while (endOf(place) <= furthest) place++
    }
    return places
  }

  get #searched() {
    if (this.#text) return this.#text
    const bytes = this.#source.text()
    this.#text = { bytes, starts: startsOf(bytes) }
    return this.#text
  }
}

/** Where each line begins, and where the last one ends. */
function startsOf(bytes: Buffer): number[] {
  const starts = [0]
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
    starts.push(at + 1)
  }
  return starts
}

/** The ids that the lines of such a text begin with. */
export const idsIn = (text: Buffer): string[] =>
  startsOf(text)
    .slice(0, -1)
    .map((start) => text.toString('latin1', start, start + ID_CHARACTERS))

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
