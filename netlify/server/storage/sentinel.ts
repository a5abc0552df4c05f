import { Forgotten, StorageDown } from './faults.ts'
import * as kv from './kv.ts'

/** A key that always exists below a prefix. A listing without it means an outage. */
const sentinelOf = (prefix: string) => `${prefix}-`

export const isSentinel = (key: string): boolean => key.endsWith('/-')

/** Throws unless a key that always exists is found. Call it before you believe an absence. */
export async function requireTruth(prefix: string): Promise<void> {
  if (await kv.get(sentinelOf(prefix))) return
  throw new StorageDown('A key that is always there is not.')
}

/**
 * What `read` finds. If it `lacks` the key, and a listing has that, it reads again, since the key
 * may have come meanwhile. Throws Forgotten if it lacks it still.
 */
export async function foundOrAbsent<Found>(
  key: string,
  read: () => Promise<Found>,
  lacks: (found: Found) => boolean,
): Promise<Found> {
  const found = await read()
  if (!lacks(found) || (await kv.list(key)).length === 0) return found
  const again = await read()
  if (lacks(again)) throw new Forgotten('A key that is listed is not found.')
  return again
}

/** The entry of a key; null only if no listing has the key. Throws if the store has forgotten it. */
export const getProven = (key: string): Promise<kv.Found | null> =>
  foundOrAbsent(
    key,
    () => kv.get(key),
    (found) => found === null,
  )

/** All keys below the prefix, in order. An empty listing is believed only if it can be proved. */
export const listProven = (prefix: string): Promise<string[]> => twice(() => listOrBegin(prefix))

/**
 * All keys below the prefix, in order. Null if there was no sentinel yet: then it is created after
 * `whenNew`, and the caller lists again.
 */
export const listOrBegin = (prefix: string, whenNew?: () => Promise<void>) =>
  proven(sentinelOf(prefix), sentinelOf(prefix), () => kv.list(prefix), whenNew)

/**
 * What `list` finds below the prefix. If that is nothing, it lists again, beside a listing that must
 * find the sentinel.
 */
export async function provenIfEmpty<Listed>(
  prefix: string,
  list: () => Promise<Listed>,
  isEmpty: (listed: Listed) => boolean,
): Promise<Listed> {
  const listed = await list()
  if (!isEmpty(listed)) return listed
  const [again] = await Promise.all([list(), requireTrueListing(prefix)])
  return again
}

/** Makes the key that always exists, unless it is there. */
export const makeSentinel = (prefix: string): Promise<unknown> =>
  kv.create(sentinelOf(prefix), null)

/** Throws unless a listing below the prefix finds a key that is there. */
export async function requireTrueListing(prefix: string): Promise<void> {
  const sentinel = sentinelOf(prefix)
  const isListed = async () => (await kv.list(sentinel)).includes(sentinel)
  if (await isListed()) return
  await makeSentinel(prefix)
  if (!(await isListed())) throw new StorageDown('A listing lacks a key that is there.')
}

/** The next path segment of all keys below the root ("rec/"). */
export const listFoldersProven = (root: string): Promise<string[]> =>
  twice(() => proven(sentinelOf(`${root}-/`), '-', () => kv.listFolders(root)))

/** The first listing of a new store makes the key that proves the next one. */
const twice = async (list: () => Promise<string[] | null>): Promise<string[]> =>
  (await list()) ?? (await list()) ?? []

async function proven(
  sentinel: string,
  listed: string,
  list: () => Promise<string[]>,
  whenNew?: () => Promise<void>,
): Promise<string[] | null> {
  const isProof = (one: string) => one === listed
  const found = await list()
  if (found.some(isProof)) return found.filter((one) => !isProof(one))
  if (!(await kv.get(sentinel))) {
    await whenNew?.()
    await kv.create(sentinel, null)
    return null
  }
  const again = await list()
  if (again.some(isProof)) return again.filter((one) => !isProof(one))
  throw new StorageDown('A listing lacks a key that is there.')
}
