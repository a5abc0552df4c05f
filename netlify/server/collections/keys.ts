/**
 * The keys of a collection, and what a deletion does with them:
 *
 *     rec/<name>/<id>      erased  one immutable record; <id>.held if it came with signals
 *     file/<name>/<id>     erased  its file, if it has one; written before the record
 *     state/<name>/<id>    erased  what the studio did with it, and the mark of its removal
 *     notify/<name>/<id>   erased  its notifications (notifications/outbox/notification.ts)
 *     failed/<name>/<id>   erased  a notification was given up
 *     waiting/<name>/<id>  erased  it is held for want of a bot check (notifications/no-bot-check.ts)
 *     told/<name>/<id>     erased  its notifications in an earlier layout (outbox/notification.ts)
 *     rows/<name>/…        later   derived from records, removals and states (rows/manifest.ts)
 *     rows/<name>/recent   later   the newest records in one file (rows/recent.ts)
 *     hint/<name>/…        later   which records to read again (rows/hints.ts)
 *     pending/<name>/…     later   a record or an act is to be told; the next try ends it (outbox/)
 *     gone/<name>/<id>     stays   proof of the removal: its mark goes with the state
 *     claim/<hash>         stays   the record's id, list, hashes and signals (submissions/claim.ts)
 *     log/…                stays   for 400 days: who deleted this id (audit/entry.ts)
 *
 * `remove` in change.ts writes a hint, marks the state, then writes `gone/` and erases at once. It
 * asks for a run of housekeeping, which comes within five minutes (housekeeping/run.ts). The run's
 * fold finds the hint and writes a chunk of rows without the record (rows/fold.ts); the old chunk
 * goes then, or ten minutes after it was written if no manifest names it. `writeRecentFile`
 * (rows/recent.ts) writes the newest records anew.
 *
 * After a crash the mark and its hint remain, and the next run erases all keys that are "erased"
 * above: in `removeDone` (rows/fold.ts) if the record has a row. A record of the last two hours has
 * none, so its hint stays until then; the same run looks for what is left of its record, state, file
 * and `notify/` (housekeeping/check-tile.ts) and erases all (housekeeping/mend.ts). A run that began
 * before a deletion can't overwrite the request for another one, since it replaces DUE by
 * compare-and-set.
 *
 * A hint and a marker of `pending/` have an id and a time; they may stay for hours. A count of mails
 * in `window/` has a hash of the record's name and id; one of receipts has a keyed hash of the address
 * too. They go after two days at the latest. `summary` and `waiting-mail` name the records of the last
 * mail about several (outbox/summary.ts, no-bot-check.ts); `log-head/` has the last act of each
 * person. Mails that were sent and backups keep the record. A running instance may have its row or its
 * chunk in memory (rows/recent.ts, rows/chunk.ts), and shows neither: what is listed and hinted
 * decides.
 *
 * Given '' or the start of an id, a function returns a prefix.
 */
const SIGNALS = '.held'

/** The key says whether the record came with signals. So keys alone are enough to count a flood. */
export const recordKey = (name: string, id: string, hasSignals = false) =>
  `rec/${name}/${id}${hasSignals ? SIGNALS : ''}`
export const fileKey = (name: string, id: string) => `file/${name}/${id}`
export const goneKey = (name: string, id: string) => `gone/${name}/${id}`
export const stateKey = (name: string, id: string) => `state/${name}/${id}`
export const notifyKey = (name: string, id: string) => `notify/${name}/${id}`
export const failedKey = (name: string, id: string) => `failed/${name}/${id}`
export const WAITING = 'waiting/'
export const waitingKey = (name: string, id: string) => `${WAITING}${name}/${id}`
export const toldKey = (name: string, id: string) => `told/${name}/${id}`
export const hintKey = (name: string, hint: string) => `hint/${name}/${hint}`
export const rowsKey = (name: string, part: string) => `rows/${name}/${part}`

export function erasedKeys(name: string, id: string): string[] {
  const keys = [recordKey, fileKey, stateKey, notifyKey, failedKey, waitingKey, toldKey]
  return [recordKey(name, id, true), ...keys.map((key) => key(name, id))]
}

/** When to tidy the store next; a deletion sets it to now (housekeeping/run.ts). */
export const DUE = 'housekeeping/due'

/** The record's id at the end of its key. */
export const idOf = (key: string): string =>
  key.slice(key.lastIndexOf('/') + 1).replace(SIGNALS, '')

export const hasSignals = (key: string): boolean => key.endsWith(SIGNALS)

/** Which record: the name of its collection, and its id. */
export type RecordRef = { name: string; id: string }

export const refKey = ({ name, id }: RecordRef) => `${name}/${id}`

/** The record of a key that ends with its collection's name and its id. */
export function refAt(key: string): RecordRef {
  const [, name = '', last = ''] = key.split('/')
  return { name, id: last.split('.')[0] ?? '' }
}
