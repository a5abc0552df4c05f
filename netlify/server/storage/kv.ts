import { hash, randomUUID } from 'node:crypto'
import { getStore, type Store } from '@netlify/blobs'
import { listingFetch, fetchWithRetry } from './fetch-with-retry.ts'
import { deployContext } from './request-context.ts'
import { StorageDown, untilWon } from './faults.ts'
import { remembered } from './remembered.ts'
import { isSealed, seal, storeKeys, unseal } from './seal.ts'

/**
 * The one door to Netlify Blobs: strong reads, short retries, sealed values, and writes that succeed
 * only if the value is certainly there. A lost race is returned; a failure throws StorageDown. No
 * other file imports @netlify/blobs.
 */

/**
 * `by` names the write, so that reading it back settles a lost answer; `before` names the last few
 * that it replaced, in case others have written since.
 */
type Envelope = { by: string; before: readonly string[]; value: unknown }
const MOST_BEFORE = 4

/** The writes behind the etags that this instance has read. */
const writesAt = remembered<readonly string[]>({ max: 10_000 })

/** The value under a key; undefined if it is damaged. */
export type Found = { value: unknown; etag: string }
export type Entry = { key: string; etag: string }

/** On one machine ("dev") the server, a check and a bench share one store. */
const MAIN_CONTEXTS = ['production', 'dev']

/** Previews share a site's storage with production, so each deploy context has a store of its own. */
function store(fetch = fetchWithRetry): Store {
  const context = deployContext()
  const name = MAIN_CONTEXTS.includes(context) ? 'studio' : `studio-${context}`
  // Opened for each request: the platform may renew its access token in between.
  return getStore({ name, consistency: 'strong', fetch })
}

const SAFE = /^(?!\.{1,2}$)[a-z0-9._-]+$/
const MAX_KEY_BYTES = 600

/** The client puts keys into URLs unescaped, so other characters are replaced by a hash. */
export function safeKey(key: string): string {
  const safe = key.split('/').map(safeSegment).join('/')
  if (safe.length > MAX_KEY_BYTES) throw new RangeError('A storage key is longer than 600 bytes.')
  return safe
}

const safeSegment = (segment: string) => (SAFE.test(segment) ? segment : hash('sha256', segment))

async function ask<T>(request: (store: Store) => Promise<T>): Promise<T> {
  // With a wrong STORE_KEY nothing is read, listed or written.
  storeKeys()
  try {
    return await request(store())
  } catch (cause) {
    throw new StorageDown('Storage did not answer.', { cause })
  }
}

/** The opened bytes under a key; null if there is none. */
async function read(key: string) {
  const safe = safeKey(key)
  // The client's type leaves out that there may be no such key.
  const answer = (await ask((blobs) => blobs.getWithMetadata(safe, { type: 'arrayBuffer' }))) as {
    data: ArrayBuffer
    etag?: string
  } | null
  if (!answer) return null
  const { data, etag = '' } = answer
  return { bytes: unseal(safe, data), isSealed: isSealed(data), etag }
}

/**
 * The value under a key, with the write that made it; null if there is none. A value is damaged only
 * if two reads with the same etag say so: one wrong answer of the store says nothing.
 */
export async function get(key: string): Promise<(Found & Envelope) | null> {
  const first = await readEnvelope(key)
  if (!first || first.value !== undefined) return first
  const again = await readEnvelope(key)
  if (!again || again.value !== undefined || (again.etag && again.etag === first.etag)) return again
  throw new StorageDown('Two wrong answers about a value.')
}

async function readEnvelope(key: string): Promise<(Found & Envelope) | null> {
  const found = await read(key)
  if (!found) return null
  const envelope = envelopeIn(Buffer.from(found.bytes).toString())
  writesAt.set(found.etag, [envelope.by, ...envelope.before].slice(0, MOST_BEFORE))
  return { ...envelope, etag: found.etag }
}

function envelopeIn(text: string): Envelope {
  try {
    const { by, before, value } = JSON.parse(text) as Partial<Envelope>
    return { by: String(by), before: Array.isArray(before) ? before : [], value }
  } catch {
    return { by: '', before: [], value: undefined }
  }
}

type Condition = { onlyIfNew: true } | { onlyIfMatch: string }

/** A value that the newest STORE_KEY has sealed: a key that can't open it seals nothing. */
const PROOF = 'secret/store-key'
/** Settings of STORE_KEY that have opened it. */
const fitting = remembered<{ fits: true }>({ max: 4 })

async function set(key: string, value: string | ArrayBuffer, condition?: Condition) {
  const safe = safeKey(key)
  if (storeKeys().length > 0) await requireFittingKey()
  return ask((blobs) => blobs.set(safe, seal(safe, value), condition))
}

/** Throws SealFault if STORE_KEY does not fit the store: what it sealed nobody could open later. */
async function requireFittingKey(): Promise<void> {
  const setting = process.env['STORE_KEY'] ?? ''
  if (fitting.has(setting)) return
  // What is there after a write may be another's.
  if (!(await isProved()) && !(await isProved()))
    throw new StorageDown('A write was not confirmed.')
  fitting.set(setting, { fits: true })
}

/** Whether the newest key has sealed the proof. If not, it is sealed with it for the next look. */
async function isProved(): Promise<boolean> {
  const found = await read(PROOF)
  if (found?.isSealed) return true
  if (found && !found.etag) throw new StorageDown('A value has no etag.')
  const proof = found?.bytes ?? JSON.stringify({ by: randomUUID(), value: null })
  const condition = found ? { onlyIfMatch: found.etag } : { onlyIfNew: true as const }
  await ask((blobs) => blobs.set(PROOF, seal(PROOF, proof), condition))
  return false
}

async function write(key: string, value: unknown, condition: Condition) {
  const by = randomUUID()
  const before = 'onlyIfMatch' in condition ? writesAt.get(condition.onlyIfMatch) : []
  const answer = await set(key, JSON.stringify({ by, before, value }), condition)
  // Of a conditional write the client reports every status but 412 as success, so only an etag
  // proves that it landed. An unconditional one throws.
  if (answer.modified && answer.etag) return { landed: true } as const
  // Refused, or an earlier answer got lost: the value there shows whether this write won.
  const found = await get(key)
  if (found && [found.by, ...found.before].includes(by)) return { landed: true } as const
  if (answer.modified) throw new StorageDown('A write was not confirmed.')
  return { landed: false, found } as const
}

/** Creates the key; if it exists, returns its value. */
export const create = (key: string, value: unknown): Promise<Found | 'created'> =>
  untilWon(async () => {
    const { landed, found } = await write(key, value, { onlyIfNew: true })
    // A key that existed a moment ago may be gone by now: try again.
    return landed ? 'created' : (found ?? undefined)
  })

/**
 * The value under a key. If none is found, `value` is created there: the store refuses that if it
 * only forgot the key, and then this throws StorageDown.
 */
export async function getOrCreate(key: string, value: unknown): Promise<unknown> {
  const found = (await get(key)) ?? (await create(key, value))
  return found === 'created' ? value : found.value
}

/** Compare-and-set: false where the value has changed since `etag` was read. */
export async function replace(key: string, value: unknown, etag: string): Promise<boolean> {
  // Without an etag the client would write unconditionally.
  if (!etag) throw new StorageDown('A compare-and-set needs the etag of what it replaces.')
  return (await write(key, value, { onlyIfMatch: etag })).landed
}

/**
 * Changes the value under a key by compare-and-set, and returns the new value. `to` gets the current
 * value (undefined if there is none) and returns the new one, or null to change nothing. It is called
 * again if another writer was faster.
 */
export const change = <T>(key: string, to: (value: unknown) => T | null): Promise<T | null> =>
  untilWon(async () => {
    const found = await get(key)
    const changed = to(found?.value)
    if (changed === null) return null
    const isDone = found
      ? await replace(key, changed, found.etag)
      : (await create(key, changed)) === 'created'
    return isDone ? changed : undefined
  })

/** Overwrites without a condition: for values that are the same from every writer. */
export const put = (key: string, value: unknown): Promise<void> =>
  overwrite(key, JSON.stringify({ by: randomUUID(), value }))

export const putFile = (key: string, bytes: ArrayBuffer): Promise<void> => overwrite(key, bytes)

/** A proxy may answer with a page of its own, which has no etag: the write is done again. */
async function overwrite(key: string, value: string | ArrayBuffer): Promise<void> {
  const isConfirmed = (await set(key, value)).etag || (await set(key, value)).etag
  if (!isConfirmed) throw new StorageDown('A write was not confirmed.')
}

/** The bytes under a key; null if there are none. A proxy's page is not taken for them. */
export async function getFile(key: string): Promise<ArrayBuffer | null> {
  const first = await read(key)
  const found = !first || first.etag ? first : await read(key)
  if (found && !found.etag) throw new StorageDown('A file was not confirmed.')
  return found?.bytes ?? null
}

/** Seals the value under a key with the newest STORE_KEY; false if it is sealed so, or gone. */
export const sealAgain = (key: string): Promise<boolean> =>
  untilWon(async () => {
    const found = await read(key)
    if (!found || found.isSealed) return false
    if (!found.etag) throw new StorageDown('A value has no etag.')
    // If another writer was faster, its value is read and sealed.
    const answer = await set(key, found.bytes, { onlyIfMatch: found.etag })
    return answer.modified && answer.etag ? true : undefined
  })

/** Resolves once the key is gone, whether or not it was there. */
export const remove = (key: string): Promise<void> => ask((blobs) => blobs.delete(safeKey(key)))

/** All entries whose keys start with `prefix` (no hashed segment), page by page. */
export async function* listPages(prefix: string): AsyncGenerator<Entry[]> {
  const pages = store(listingFetch).list({ prefix, paginate: true })[Symbol.asyncIterator]()
  for (;;) {
    const page = await ask(() => pages.next())
    if (page.done) return
    yield page.value.blobs.map(({ key, etag }) => ({ key, etag }))
  }
}

/**
 * The page of all entries at this cursor ('' at first), and the next page's cursor. The client has
 * no parameter for a cursor, so it is added to the request and read from the answer.
 */
export async function listPage(cursor: string): Promise<{ page: Entry[]; next: string | null }> {
  let next: string | null = null
  const fetchAt: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (cursor) url.searchParams.set('cursor', cursor)
    const answer = await listingFetch(url, init)
    if (answer.ok) {
      const { next_cursor } = (await answer.clone().json()) as { next_cursor?: string }
      next = next_cursor || null
    }
    return answer
  }
  const pages = store(fetchAt).list({ paginate: true })[Symbol.asyncIterator]()
  const first = await ask(() => pages.next())
  return { page: first.done ? [] : first.value.blobs, next }
}

/** All keys that start with `prefix`, in ascending order. */
export async function list(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const page of listPages(prefix)) keys.push(...page.map(({ key }) => key))
  return keys.sort()
}

/** The next path segment of all keys that start with `prefix`: "rec/" finds the collections. */
export async function listFolders(prefix: string): Promise<string[]> {
  const { directories } = await ask(() => store(listingFetch).list({ prefix, directories: true }))
  return directories.map((folder) => folder.slice(prefix.length)).sort()
}
