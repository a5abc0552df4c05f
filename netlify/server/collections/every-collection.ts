import { collectionNamed, type Collection } from './collection.ts'
import * as kv from '#server/storage/kv.ts'

/** Where a collection has keys of its own: its last record may be erased before its file is. */
const ROOTS = ['rec/', 'file/', 'gone/']

/**
 * Every collection of which the store has anything: an app's waitlist too that is no longer in
 * content, and one without a record in which something is left to erase.
 */
export async function everyCollection(): Promise<Collection[]> {
  const names = await Promise.all(ROOTS.map((root) => kv.listFolders(root)))
  return [...new Set(names.flat())].sort().flatMap((name) => collectionNamed(name) ?? [])
}
