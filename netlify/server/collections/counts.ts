import { countdown } from '#server/storage/record-id.ts'

/**
 * How many records were ever added to a collection, kept for the part of time that is over. It is a
 * pure cache: every run in it is a truth that can't change any more, and all of it can be counted
 * again from the records.
 *
 * A run is a span of time, named by the leading digits of the ids in it, with its number of ids.
 * Neighbours are merged while small, so that 300,000 records need some hundred runs, and one page
 * of a listing finds any of them.
 */
export type Counts = {
  /** Spans with this number and above (older) are counted in `runs`; newer ones are open. */
  closedFrom: string
  runs: [prefix: string, added: number][]
}

/** Leading digits that name the smallest span: 10^6 ms, about 17 minutes. */
const SPAN_DIGITS = 7
/** A span stays open this long after its end, for writers that are late or whose clock is off. */
const GRACE_MS = 60 * 60 * 1_000
/** Runs below this number of ids are merged: one listing still brings a whole run. */
const SMALL_RUN_IDS = 500

/** The smallest span that an id lies in. */
const spanOf = (id: string) => id.slice(0, SPAN_DIGITS)

/** The first span that may be closed at this moment; a span's number grows with its age. */
const closableFrom = (now: number) =>
  String(Number(spanOf(countdown(now - GRACE_MS))) + 1).padStart(SPAN_DIGITS, '0')

/** At most three prefixes that cover all open spans (and maybe some closed ones beside them). */
export function openPrefixes(counts: Counts | null, now: number): string[] {
  if (!counts) return ['']
  // Another writer's clock may be ahead.
  let newest = Number(spanOf(countdown(now + GRACE_MS)))
  let oldest = Number(counts.closedFrom) - 1
  let digits = SPAN_DIGITS
  while (oldest - newest >= 3) {
    newest = Math.floor(newest / 10)
    oldest = Math.floor(oldest / 10)
    digits--
  }
  const count = Math.max(0, oldest - newest + 1)
  return Array.from({ length: count }, (_, i) => String(newest + i).padStart(digits, '0'))
}

/** True for ids that the counts' runs do not hold yet. */
export const isOpen = (counts: Counts | null, id: string) =>
  !counts || spanOf(id) < counts.closedFrom

/** The counts with all spans closed that are over by now; `openIds` are all ids not in it yet. */
export function close(counts: Counts | null, openIds: readonly string[], now: number): Counts {
  const closedFrom = closableFrom(now)
  if (counts && counts.closedFrom <= closedFrom) return counts
  const bySpan = new Map<string, number>()
  for (const id of openIds) {
    const span = spanOf(id)
    if (span >= closedFrom) bySpan.set(span, (bySpan.get(span) ?? 0) + 1)
  }
  const runs = [...bySpan, ...(counts?.runs ?? [])] satisfies Counts['runs']
  return { closedFrom, runs: merge(runs, closedFrom) }
}

/** Joins all runs of one parent span, level by level, where the parent is over and stays small. */
function merge(runs: Counts['runs'], closedFrom: string): Counts['runs'] {
  let merged = runs
  for (let digits = SPAN_DIGITS - 1; digits > 0; digits--) {
    const families = Map.groupBy(merged, ([prefix]) => prefix.slice(0, digits))
    merged = [...families].flatMap(([parent, family]) => {
      const added = family.reduce((sum, [, n]) => sum + n, 0)
      const isOver = parent.padEnd(SPAN_DIGITS, '0') >= closedFrom
      return isOver && added <= SMALL_RUN_IDS
        ? [[parent, added] satisfies Counts['runs'][number]]
        : family
    })
  }
  return merged.sort(([a], [b]) => (a < b ? -1 : 1))
}
