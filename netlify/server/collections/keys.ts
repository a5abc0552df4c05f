/**
 * The keys of a collection:
 *
 *     rec/<name>/<id>      one immutable record; <id>.held if it came with signals
 *     file/<name>/<id>     its file, if it has one; written before the record
 *     gone/<name>/<id>     its removal; this single write is the delete
 *     state/<name>/<id>    what the studio did with it: the one thing that changes
 *     notify/<name>/<id>   its notifications (notifications/outbox/notification.ts)
 *     failed/<name>/<id>   a notification was given up
 *     waiting/<name>/<id>  it is held for want of a bot check (notifications/waiting.ts)
 *     told/<name>/<id>     its notifications in an earlier layout (notifications/outbox/earlier.ts)
 *     hint/<name>/…        which records to read again (rows/hints.ts)
 *     rows/<name>/…        derived from all of these (rows/manifest.ts)
 *
 * Each function makes a record's key; from the beginning of an id, or from '', the prefix of keys.
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

/** When to tidy the store next; a deletion sets it to now (housekeeping/run.ts). */
export const DUE = 'housekeeping/due'

/** The record's id at the end of its key. */
export const idOf = (key: string): string =>
  key.slice(key.lastIndexOf('/') + 1).replace(SIGNALS, '')

export const hasSignals = (key: string): boolean => key.endsWith(SIGNALS)
