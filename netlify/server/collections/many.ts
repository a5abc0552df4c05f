import pMap from 'p-map'
import { hasSignals, notifyKey, refAt, refKey, type RecordRef } from './keys.ts'
import { entriesIn, listSpan, type Span } from './spans.ts'

/** Many records at once: listings tell most of them for a few requests, and a run reads a share. */

/** These digits of an id stay the same for 28 hours. */
const DAY_DIGITS = 5

/** Lists the days of these records, and none between them. */
function listDays<T>(
  refs: readonly RecordRef[],
  list: (name: string, span: Span) => Promise<T>,
): Promise<T[]> {
  const byDay = Map.groupBy(refs, ({ name, id }) => `${name}/${id.slice(0, DAY_DIGITS)}`)
  return pMap(byDay.values(), (some) => {
    const ids = some.map(({ id }) => id).sort()
    return list(some[0]?.name ?? '', { from: ids[0] ?? '', to: `${ids.at(-1) ?? ''}~` })
  })
}

/** `marked`: it came with signals. `changed`: it has a state, so only a read tells if it is held. */
type Look = 'plain' | 'marked' | 'changed' | 'absent'

/** How listings show each of these records. */
export async function lookFor(refs: readonly RecordRef[]): Promise<(ref: RecordRef) => Look> {
  const found = await listDays(refs, (name, span) => listSpan({ name }, span))
  const keys = found.flatMap((one) => one.keys)
  const listed = new Map(keys.map((key) => [refKey(refAt(key)), key]))
  const changed = new Set(found.flatMap(({ states }) => [...states.keys()]))
  return (ref) => {
    const key = listed.get(refKey(ref))
    if (key === undefined) return 'absent'
    if (changed.has(ref.id)) return 'changed'
    return hasSignals(key) ? 'marked' : 'plain'
  }
}

/** The records that have notes, as far as a listing knows. */
export async function withNotes(refs: readonly RecordRef[]): Promise<RecordRef[]> {
  const found = await listDays(refs, (name, span) => entriesIn(notifyKey(name, ''), span))
  const noted = new Set(found.flat().map(({ key }) => refKey(refAt(key))))
  return refs.filter((ref) => noted.has(refKey(ref)))
}

/** At most so many, from a random place on: each one comes in some run, and none blocks the others. */
export function shareOf<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  const at = Math.floor(Math.random() * all.length)
  return [...all.slice(at), ...all.slice(0, at)].slice(0, most)
}
