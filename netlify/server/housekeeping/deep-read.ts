import pMap from 'p-map'
import { NO_FILE } from '#forms/resume.ts'
import type { Collection, StoredRecord } from '#server/collections/collection.ts'
import { readCurrent, readRecord } from '#server/collections/current.ts'
import { fileKey, idOf, recordKey, stateKey } from '#server/collections/keys.ts'
import { isDamagedState, isHeldRow, readState } from '#server/collections/row.ts'
import { entriesIn, type Span } from '#server/collections/spans.ts'
import * as kv from '#server/storage/kv.ts'
import { withBudget } from '#server/storage/request-context.ts'
import { findClaim } from '#server/submissions/claim.ts'
import { keyOfAnswer } from '#server/submissions/unique-answer.ts'
import type { Faults, OwnClaim } from './mend.ts'

/** What the check of the whole store reads by key, and a run of housekeeping does not. */

const READS_AT_ONCE = 32

/** Reads all of these, each with a budget of its own. */
const readAll = <One>(all: readonly One[], read: (one: One) => Promise<unknown>) =>
  pMap(all, (one) => withBudget(() => read(one)), { concurrency: READS_AT_ONCE })

/** The records of a span, and which of them lack a claim; a damaged claim finds nothing. */
export async function readRecords(collection: Collection, span: Span) {
  const texts = new Map<string, string>()
  const damaged: string[] = []
  const unclaimed: Faults['unclaimed'] = []
  /** The ids of records that name a file which was kept. */
  const withFile: string[] = []
  const entries = await withBudget(() => entriesIn(recordKey(collection.name, ''), span))
  await readAll(entries, async ({ key }) => {
    const record = await readRecord(key)
    if (!record) return void damaged.push(key)
    const { signals = [], resumeFileName } = record.submission
    texts.set(idOf(key), JSON.stringify(record.submission))
    if (resumeFileName !== undefined && !signals.includes(NO_FILE)) withFile.push(idOf(key))
    const claims = await claimsOf(record, collection)
    const found = await Promise.all(claims.map((one) => findClaim(one.key)))
    const missing = claims.filter((_, i) => found[i] === null)
    if (missing.length > 0) unclaimed.push({ key, claims: missing })
  })
  return { texts, damaged, unclaimed, withFile }
}

/** The keys of those of these states that are damaged. */
export async function damagedStates(name: string, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  await readAll(ids, async (id) => {
    if (isDamagedState(await readState(name, id))) found.push(stateKey(name, id))
  })
  return found
}

/** The keys of the files that are missing, of records whose file no listing has. */
export async function missingFiles(
  collection: Collection,
  ids: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  await readAll(ids, async (id) => {
    const key = fileKey(collection.name, id)
    if (await kv.getFile(key)) return
    // Read last: a removal marks the record before it erases the file.
    const { record, isRemoved } = await readCurrent(collection, id)
    if (record && !isRemoved) found.push(key)
  })
  return found
}

/** The claims of a record: its attempt's, and its unique answer's unless it came held and still is. */
export async function claimsOf(
  { submission, attempt, digest }: StoredRecord,
  { form, name }: Collection,
): Promise<OwnClaim[]> {
  const { id, signals = [] } = submission
  const claim = { id, name, attempt, digest, signals }
  const own = { key: { hash: attempt, name }, claim }
  if (!form.unique) return [own]
  const isHeld = async () => isHeldRow({ id, submission, ...(await readState(name, id)) })
  if (signals.length > 0 && (await isHeld())) return [own]
  return [own, { key: await keyOfAnswer(name, submission[form.unique]), claim }]
}
