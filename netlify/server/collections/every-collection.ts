import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'
import { listFoldersProven } from '#server/storage/sentinel.ts'
import { collectionNamed, type Collection } from './collection.ts'

/** Where a collection has keys of its own: its last record may be erased before its file is. */
const ROOTS = ['rec/', 'file/', 'gone/']

/** The names of all collections that anybody has seen here. They are only ever added to. */
const KNOWN = 'collections'

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

/**
 * Every collection of which the store has anything: an app's waitlist too that is no longer in
 * content, and one without a record in which something is left to erase. A listing that lacks one
 * hides it from nobody.
 */
export async function everyCollection(): Promise<Collection[]> {
  const [known, ...listed] = await Promise.all([kv.get(KNOWN), ...ROOTS.map(listFoldersProven)])
  const before = namesIn(known?.value)
  const names = [...new Set([...before, ...listed.flat()])].sort()
  if (names.length > before.length) {
    await change(KNOWN, (value) => [...new Set([...namesIn(value), ...names])].sort())
  }
  return names.flatMap((name) => collectionNamed(name) ?? [])
}
