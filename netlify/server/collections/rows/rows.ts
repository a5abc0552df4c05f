import type { Form } from '#forms/form.ts'
import { normalizeForSearch } from '../normalize-for-search.ts'
import { searchedTexts, type Row } from '../row.ts'

const NEWLINE = 10

/** Text with a line for each row. */
export class Lines {
  readonly text: Buffer
  /** Where each line begins, and where the last one ends. */
  readonly starts: readonly number[]

  constructor(text: Buffer) {
    const starts = [0]
    for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) {
      starts.push(at + 1)
    }
    this.text = text
    this.starts = starts
  }

  get length(): number {
    return this.starts.length - 1
  }

  start(line: number): number {
    return this.starts[line] ?? this.text.length
  }
}

export type Done = { isSeen: boolean; isAnswered: boolean }

/** A line of the index: the id, two signs for what was done, a space, and all that a search looks in. */
const ID_CHARACTERS = 26
const ANSWERED_AT = ID_CHARACTERS + 1
const SEARCHED_AT = ANSWERED_AT + 1
const [YES, NO] = ['+', '-']

export function indexOf(form: Form, rows: readonly Row[]): Lines {
  const lines = rows.map((row) => {
    const { isSeen, isAnswered } = doneWith(row)
    const done = (isSeen ? YES : NO) + (isAnswered ? YES : NO)
    const texts = searchedTexts(form, row).map(normalizeForSearch)
    // No word holds white space, so none is found across two texts.
    return `${row.id}${done} ${texts.join(' ').replaceAll('\n', ' ')}\n`
  })
  return new Lines(Buffer.from(lines.join('')))
}

export const idsIn = (index: Lines): string[] =>
  Array.from({ length: index.length }, (_, line) => {
    const start = index.start(line)
    return index.text.toString('latin1', start, start + ID_CHARACTERS)
  })

export function doneIn({ text, starts }: Lines, line: number): Done {
  const isYes = (at: number) => text[(starts[line] ?? 0) + at] === YES.charCodeAt(0)
  return { isSeen: isYes(ID_CHARACTERS), isAnswered: isYes(ANSWERED_AT) }
}

const doneWith = ({ state }: Row): Done => ({
  isSeen: Boolean(state.seenAt),
  isAnswered: Boolean(state.answeredAt),
})

/** Rows of neighbouring ids, the newest first, to be shown, sorted and searched. */
export abstract class Rows {
  abstract readonly ids: readonly string[]
  abstract all(): readonly Row[]
  abstract row(index: number): Row
  abstract done(index: number): Done
  protected abstract readonly index: Lines
  readonly #columns = new Map<string, readonly string[]>()

  /** A text of each row, kept under this name for the next time. */
  column(name: string, of: (row: Row) => string): readonly string[] {
    const texts = this.#columns.get(name) ?? this.all().map(of)
    this.#columns.set(name, texts)
    return texts
  }

  /**
   * The indexes of the rows that hold all these normalised words, each anywhere in any text. Each
   * word is sought from the furthest hit on, so the rarest word sets the pace.
   */
  matching(words: readonly string[]): number[] {
    if (words.length === 0) return this.ids.map((_, index) => index)
    const { index: lines } = this
    const sought = words.map((word) => ({ word: Buffer.from(word), at: -1 }))
    const found: number[] = []
    let index = 0
    while (index < lines.length) {
      const begin = lines.start(index) + SEARCHED_AT
      const end = lines.start(index + 1)
      let furthest = begin
      for (const one of sought) {
        if (one.at < begin) one.at = lines.text.indexOf(one.word, begin)
        if (one.at === -1) return found
        furthest = Math.max(furthest, one.at)
        if (furthest >= end) break
      }
      if (furthest < end) found.push(index++)
      else while (lines.start(index + 1) <= furthest) index++
    }
    return found
  }
}

/** Rows that were read from elsewhere than a chunk. */
export class RowsAtHand extends Rows {
  readonly ids: readonly string[]
  readonly #form: Form
  readonly #rows: readonly Row[]
  #index: Lines | undefined

  constructor(form: Form, rows: readonly Row[]) {
    super()
    this.ids = rows.map(({ id }) => id)
    this.#form = form
    this.#rows = rows
  }

  all = () => this.#rows
  done = (index: number) => doneWith(this.row(index))

  row(index: number): Row {
    const row = this.#rows[index]
    if (!row) throw new RangeError('There is no such row.')
    return row
  }

  protected get index(): Lines {
    return (this.#index ??= indexOf(this.#form, this.#rows))
  }
}
