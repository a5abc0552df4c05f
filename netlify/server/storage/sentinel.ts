import { StorageDown } from './faults.ts'
import * as kv from './kv.ts'

/** A key that always exists below a prefix. A listing without it means an outage. */
const sentinelOf = (prefix: string) => `${prefix}-`

/** Throws unless a key that always exists is found. Call it before you believe an absence. */
export async function requireTruth(prefix: string): Promise<void> {
  if (await kv.get(sentinelOf(prefix))) return
  throw new StorageDown('A key that is always there is not.')
}

/**
 * All keys below the prefix, in order. Null if there was no sentinel yet: then it is created after
 * `whenNew`, and the caller lists again.
 */
export async function listProven(
  prefix: string,
  whenNew: () => Promise<void> = async () => {},
): Promise<string[] | null> {
  return proven(sentinelOf(prefix), sentinelOf(prefix), () => kv.list(prefix), whenNew)
}

/** The next path segment of all keys below the root ("rec/"). */
export async function listFoldersProven(root: string): Promise<string[]> {
  const list = () => kv.listFolders(root)
  const sentinel = sentinelOf(`${root}-/`)
  const folders = (await proven(sentinel, '-', list)) ?? (await proven(sentinel, '-', list))
  return folders ?? []
}

async function proven(
  sentinel: string,
  listed: string,
  list: () => Promise<string[]>,
  whenNew: () => Promise<void> = async () => {},
): Promise<string[] | null> {
  const isSentinel = (one: string) => one === listed
  const found = await list()
  if (found.some(isSentinel)) return found.filter((one) => !isSentinel(one))
  if (!(await kv.get(sentinel))) {
    await whenNew()
    await kv.create(sentinel, null)
    return null
  }
  const again = await list()
  if (again.some(isSentinel)) return again.filter((one) => !isSentinel(one))
  throw new StorageDown('A listing lacks a key that is there.')
}
