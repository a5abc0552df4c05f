import { LOG } from '#server/audit/entry.ts'
import { canary } from '#server/canary/canary.ts'
import { goneKey, idOf } from '#server/collections/keys.ts'
import { entriesIn, newestProven, NEWEST, OLDEST, type Span } from '#server/collections/spans.ts'
import { withBudget } from '#server/storage/request-context.ts'
import { getProven, listFoldersProven } from '#server/storage/sentinel.ts'

/** A backup holds nothing that is derived, and not the site's secret. */

/** With this order, the backup also has the mark or the removal of a record that is removed meanwhile. */
const KINDS = ['rec', 'file', 'notify', 'state', 'gone', 'log'] as const
export type Kind = (typeof KINDS)[number]
/** The kinds that belong to a collection. */
export const RECORD_KINDS = KINDS.filter((kind) => kind !== 'log')

/** A name never begins with a dot, so that no path leads out of the backup's folder. */
const KEY =
  /^(?:(rec|file|notify|state|gone)\/([a-z0-9_-][a-z0-9._-]*)|(log))\/\d{13}-[0-9a-f]{12}(\.held)?$/

/** Null for a key that no backup holds. */
export function partsOf(key: string): { kind: Kind; name: string } | null {
  const [, ofRecords, name = '', log] = KEY.exec(key) ?? []
  const known = KINDS.find((one) => one === (ofRecords ?? log))
  return known ? { kind: known, name } : null
}

/** An entry of the store. A file's entry has no value: its bytes are read by its key. */
export type BackupLine = { key: string; value?: unknown; isDamaged?: true }
/** `next` is the key after which the next portion begins; null at the end. */
type BackupPortion = { lines: BackupLine[]; next: string | null }

/** Netlify limits an answer to 6 MB. */
const MOST_BYTES = 3_000_000
/** An answer costs about 200 requests at most: the last batch begins below this. */
const MOST_REQUESTS = 100
const KEYS_AT_ONCE = 64
/** Requests for listing keys before a batch, and removals after it. */
const LISTINGS = 5
const PORTION_MS = 5_000

/** The entries after the key `after` ('' at first), as many as fit into a request. */
export async function backupPortion(after: string): Promise<BackupPortion> {
  const end = performance.now() + PORTION_MS
  const lines: BackupLine[] = []
  let bytes = 0
  let requests = 0
  for await (const { kind, name, keys } of batchesAfter(after)) {
    requests += keys.length + LISTINGS
    for (const line of await withBudget(() => linesOf(kind, name, keys))) {
      lines.push(line)
      bytes += Buffer.byteLength(JSON.stringify(line))
      if (bytes > MOST_BYTES) return { lines, next: line.key }
    }
    const isFull = requests > MOST_REQUESTS || performance.now() > end
    if (isFull) return { lines, next: keys.at(-1) ?? null }
  }
  return { lines, next: null }
}

type Batch = { kind: Kind; name: string; keys: string[] }

async function* batchesAfter(after: string): AsyncGenerator<Batch> {
  const { kind: kindBefore, name: nameBefore = '' } = partsOf(after) ?? {}
  const begun = KINDS.findIndex((kind) => kind === kindBefore)
  for (const [index, kind] of KINDS.entries()) {
    if (index < begun) continue
    const isBegun = index === begun
    const names = kind === 'log' ? [''] : await withBudget(() => foldersIn(kind))
    for (const name of names.filter((one) => !isBegun || one >= nameBefore)) {
      if (name === canary.collection) continue
      const isIn = isBegun && name === nameBefore
      for (let from = isIn ? `${idOf(after)}~` : NEWEST; from < OLDEST;) {
        const span = { from, to: OLDEST }
        const { keys, to } = await withBudget(() => newestKeys(rootOf(kind, name), span))
        for (let at = 0; at < keys.length; at += KEYS_AT_ONCE)
          yield { kind, name, keys: keys.slice(at, at + KEYS_AT_ONCE) }
        from = to
      }
    }
  }
}

/** One listing may lack a key, or a folder, so that two are read. */
const union = (lists: string[][]) => [...new Set(lists.flat())].sort()

const foldersIn = async (kind: Kind) => {
  const root = `${kind}/`
  return union(await Promise.all([listFoldersProven(root), listFoldersProven(root)]))
}

/** The newest keys of the span, complete up to the id `to`. */
async function newestKeys(root: string, span: Span): Promise<{ keys: string[]; to: string }> {
  const both = await Promise.all([newestProven(root, span), newestProven(root, span)])
  const [to = span.to] = both.map((one) => one.to).sort()
  const keys = union(both.map(({ entries }) => entries.map(({ key }) => key)))
  return { keys: keys.filter((key) => idOf(key) < to), to }
}

/** The log has no collections. */
const rootOf = (kind: Kind, name: string) => (kind === 'log' ? LOG : `${kind}/${name}/`)

/** The entries of these keys, without removed records, even if they are not erased yet. */
async function linesOf(kind: Kind, name: string, keys: readonly string[]): Promise<BackupLine[]> {
  const read = await Promise.all(keys.map((key) => lineOf(kind, key)))
  const lines = read.filter((line) => line !== null)
  if (kind === 'gone' || kind === 'log') return lines
  const [from = '', last = ''] = [keys[0], keys.at(-1)].map((key) => key && idOf(key))
  // Read last, so that records removed meanwhile are left out.
  const removals = await entriesIn(goneKey(name, ''), { from, to: `${last}~` })
  const removed = new Set(removals.map(({ key }) => idOf(key)))
  return lines.filter(({ key }) => !removed.has(idOf(key)))
}

async function lineOf(kind: Kind, key: string): Promise<BackupLine | null> {
  if (kind === 'file') return { key }
  // What is listed and not found was removed meanwhile, or the store has forgotten it.
  const found = await getProven(key)
  if (!found) return null
  return found.value === undefined ? { key, isDamaged: true } : { key, value: found.value }
}
