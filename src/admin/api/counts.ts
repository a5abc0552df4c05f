import { atom } from 'nanostores'
import { listPath, type RecordSource } from './record-source.ts'

/** Of a whole list, whatever was searched or filtered. */
export type Counts = {
  /** Not opened yet. */
  new: number
  /** Promised a reply, and without one. */
  waiting: number
  /** Waiting for longer than was promised. */
  overdue: number
  held: number
}

/** A list's name among the counts. */
export const listName = (source: RecordSource): string =>
  source.project ? `${listPath(source)}/${source.project}` : listPath(source)

/** The counts of a list, and how many there are, once a list was asked for all. */
type Known = Counts & { all?: number | undefined }

/** The newest counts of each list, by its name: every answer of a list brings them. */
export const $counts = atom<Readonly<Record<string, Known>>>({})

/** Keeps what a list's answer said of the whole list. */
export function noteCounts(source: RecordSource, counts: Counts, all?: number) {
  const [name, before] = [listName(source), $counts.get()]
  const known = { all: before[name]?.all, ...counts, ...(all !== undefined && { all }) }
  if (JSON.stringify(before[name]) === JSON.stringify(known)) return
  $counts.set({ ...before, [name]: known })
}
