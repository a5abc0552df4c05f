import type { Form } from '#forms/form.ts'
import { HttpError } from '#server/http/answers.ts'
import { newestFirst } from './row.ts'

/** A row's position in a list. */
export type Position = { text: string; id: string }

export type Order = {
  /** The column, with a minus in front for its reverse; empty for the list's own order. */
  sort: string
  /** The column whose text a position holds beside its id; empty if the id is enough. */
  column: string
  compare: (a: Position, b: Position) => number
}

type Compare = Order['compare']

/** Compares numbers within a text as numbers, and ignores case and accents. */
const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const oldestFirst: Compare = (a, b) => newestFirst(b, a)

/** Ids count down, so the newest is first. */
const byId: Record<string, Compare> = {
  '': newestFirst,
  '-createdAt': newestFirst,
  createdAt: oldestFirst,
  id: newestFirst,
  '-id': oldestFirst,
}

export function orderOf(form: Form, sort: string): Order {
  const column = sort.replace(/^-/, '')
  const compare = Object.hasOwn(byId, sort) ? byId[sort] : undefined
  if (compare) return { sort: compare === newestFirst ? '' : sort, column: '', compare }
  if (!form.columns.includes(column)) throw new HttpError(400, 'Unknown column.')
  return { sort, column, compare: byText(sort.startsWith('-') ? -1 : 1) }
}

/** Records without an answer come last both ways; equal ones are sorted newest first. */
const byText =
  (sign: 1 | -1): Compare =>
  (a, b) =>
    Number(a.text === '') - Number(b.text === '') ||
    sign * words.compare(a.text, b.text) ||
    newestFirst(a, b)

/** The first `n` in order, without sorting the others. */
export function topN<T>(all: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  let first: T[] = []
  let last: T | undefined
  for (const one of all) {
    if (last !== undefined && compare(one, last) >= 0) continue
    first.push(one)
    if (first.length < 2 * n) continue
    first = first.sort(compare).slice(0, n)
    last = first[n - 1]
  }
  return first.sort(compare).slice(0, n)
}
