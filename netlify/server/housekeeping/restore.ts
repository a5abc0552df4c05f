import pMap from 'p-map'
import type { Submission } from '#forms/submission.ts'
import { restoreHeads } from '#server/audit/check-log.ts'
import { entryIn, type Entry as LogEntry } from '#server/audit/entry.ts'
import { collectionNamed, type StoredRecord } from '#server/collections/collection.ts'
import { idOf } from '#server/collections/keys.ts'
import { readGone } from '#server/collections/current.ts'
import { NEWEST, newestIn, OLDEST } from '#server/collections/spans.ts'
import { rebuild } from '#server/collections/rows/hints.ts'
import { HttpError } from '#server/http/answers.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { withBudget } from '#server/storage/request-context.ts'
import { listFoldersProven } from '#server/storage/sentinel.ts'
import { makeClaim } from '#server/submissions/claim.ts'
import { claimsOf, reserveUnique } from '#server/submissions/unique-answer.ts'
import { RECORD_KINDS, partsOf, type Kind } from './backup.ts'

/** Puts a backup into an empty store, in portions. After a crash it may be repeated. */

const RESTORE_ID = /^[0-9a-f]{64}$/
const LINES_AT_ONCE = 32

/** A restore that goes on, and whether its end was logged and mailed. */
type Marker = { isSaid?: boolean }
const markerKey = (id: string) => `restore/${id}`

/** Puts entries of a backup into the store. `id` tells one backup from another. */
export async function restoreLines(id: string, lines: readonly unknown[]): Promise<void> {
  await requireRestore(id)
  const entries = lines.map(entryOf)
  await pMap(entries, (entry) => withBudget(() => restoreEntry(entry)), {
    concurrency: LINES_AT_ONCE,
  })
  const acts = entries.flatMap(({ kind, key, value }) =>
    // entryOf has checked it.
    kind === 'log' ? [{ key, entry: value as LogEntry }] : [],
  )
  if (acts.length > 0) await withBudget(() => restoreHeads(acts))
}

export async function restoreFile(id: string, key: string, bytes: ArrayBuffer): Promise<void> {
  const parts = partsOf(key)
  if (parts?.kind !== 'file') throw notOurs()
  await requireRestore(id)
  if (await isRemoved(parts.name, key)) return
  const found = await kv.getFile(key)
  if (!found) return kv.putFile(key, bytes)
  if (Buffer.compare(new Uint8Array(found), new Uint8Array(bytes)) !== 0) throw conflict(key)
}

/**
 * Ends a restore: has rows rebuilt, and accepts no more of this backup. `say` logs and mails the
 * restore; it comes first, since a restore whose end failed is continued only until it has ended. The
 * marker remembers it; without one it may be said twice.
 */
export async function finishRestore(id: string, say: () => Promise<unknown>): Promise<void> {
  if (!RESTORE_ID.test(id)) throw notOurs()
  const marker = await kv.get(markerKey(id)).catch(() => null)
  const { isSaid } = (marker?.value ?? {}) as Marker
  if (!isSaid) {
    await say()
    const said: Marker = { isSaid: true }
    if (marker) await kv.replace(markerKey(id), said, marker.etag)
  }
  const folders = await Promise.all(RECORD_KINDS.map((kind) => listFoldersProven(`${kind}/`)))
  // Readers may have made rows from a part of the records meanwhile.
  for (const name of new Set(folders.flat())) await withBudget(() => rebuild(name))
  await withBudget(() => removeMarker(markerKey(id)))
}

/** It may be gone although the answer got lost, or be there although a proxy's page said yes. */
async function removeMarker(marker: string): Promise<void> {
  const cause = await kv.remove(marker).catch((error: unknown) => error)
  if (await kv.get(marker)) throw new StorageDown('A removal was not confirmed.', { cause })
}

async function requireRestore(id: string): Promise<void> {
  if (!RESTORE_ID.test(id)) throw notOurs()
  if (await kv.get(markerKey(id))) return
  // A restore needs a sign-in, so the log has begun.
  for (const kind of RECORD_KINDS) {
    for (const name of await listFoldersProven(`${kind}/`)) {
      const { entries } = await newestIn(`${kind}/${name}/`, { from: NEWEST, to: OLDEST })
      if (entries.length > 0) throw new HttpError(409, 'The store is not empty.')
    }
  }
  await kv.create(markerKey(id), { isSaid: false } satisfies Marker)
  // Without it nothing but the first portion would come in, and no restore could begin anew.
  if (!(await kv.get(markerKey(id)))) throw new StorageDown('A write was not confirmed.')
}

type Entry = { key: string; value: unknown; kind: Kind; name: string }

function entryOf(line: unknown): Entry {
  const { key, value } = (line ?? {}) as Partial<Entry>
  const parts = typeof key === 'string' ? partsOf(key) : null
  if (!key || !parts || typeof value !== 'object' || value === null) throw notOurs()
  if (parts.kind === 'file' || (parts.kind === 'rec' && !isWholeRecord(value, idOf(key)))) {
    throw notOurs()
  }
  if (parts.kind === 'log' && !entryIn(key, value)) throw notOurs()
  return { key, value, ...parts }
}

function isWholeRecord(value: object, id: string): value is StoredRecord {
  const { submission, attempt, digest } = value as Partial<StoredRecord>
  const isWhole = typeof attempt === 'string' && typeof digest === 'string'
  return isWhole && (submission as Partial<Submission> | undefined)?.id === id
}

async function restoreEntry({ key, value, kind, name }: Entry): Promise<void> {
  if ((kind === 'rec' || kind === 'notify') && (await isRemoved(name, key))) return
  const outcome = await kv.create(key, value)
  // Keeps a state that the studio has changed since the restore began.
  if (kind !== 'rec') return
  const isSame = outcome === 'created' || JSON.stringify(outcome.value) === JSON.stringify(value)
  if (!isSame) throw conflict(key)
  // entryOf has checked it.
  await claim(name, value as StoredRecord)
}

const isRemoved = async (name: string, key: string): Promise<boolean> =>
  (await readGone(name, idOf(key))) !== null

/** Makes the claims with which a retry, or the same address on a list, finds the record. */
async function claim(name: string, record: StoredRecord): Promise<void> {
  const collection = collectionNamed(name)
  // Without its form nobody can send a submission again.
  if (!collection) return
  for (const { key, claim } of await claimsOf(record, collection)) {
    const isAnswer = key.isAnswer && collection.form.unique
    await (isAnswer
      ? reserveUnique(collection, record.submission[isAnswer], claim)
      : makeClaim(key, claim))
  }
}

const notOurs = () => new HttpError(422, 'This is not from a backup of this site.')
const conflict = (key: string) => new HttpError(409, `${key} is there already, and is another one.`)
