import { atom } from 'nanostores'
import { listName, type RecordSource } from '../api/lists.ts'

/** The new records of a list since it was shown. */
type Arrivals = {
  /** The id of the newest record then; '' for none. */
  since: string
  count: number
  hasMore?: boolean
}

/** By the list's name. */
export const $arrivals = atom<Readonly<Record<string, Arrivals>>>({})

const set = (source: RecordSource, arrivals: Arrivals) =>
  $arrivals.set({ ...$arrivals.get(), [listName(source)]: arrivals })

/** Later records than this one are new. */
export const noteShown = (source: RecordSource, newest = '') =>
  set(source, { since: newest, count: 0 })

/** Ids count backwards in time, so that the newest sorts first. */
const isNewer = (id: string, since: string) => since === '' || id < since

/** Whether the list has a newer record; false for a list that was not noted before. */
export function hasNews(source: RecordSource, newest = ''): boolean {
  const before = $arrivals.get()[listName(source)]
  if (!before) noteShown(source, newest)
  return before !== undefined && newest !== '' && isNewer(newest, before.since)
}

/** Counts what is newer among the list's newest records. */
export function noteArrivals(source: RecordSource, ids: readonly string[], hasOthers: boolean) {
  const before = $arrivals.get()[listName(source)]
  if (!before) return
  const count = ids.filter((id) => isNewer(id, before.since)).length
  set(source, { ...before, count, hasMore: hasOthers && count === ids.length })
}
