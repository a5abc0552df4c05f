import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'
import { listFoldersProven } from '#server/storage/sentinel.ts'
import { collectionNamed, type Collection } from './collection.ts'

/** Its last record may be erased before its file is. */
const ROOTS = ['rec/', 'file/', 'gone/']

/** The names of all collections that anybody has seen here. */
const KNOWN = 'collections'

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

/** Every collection that has keys in the store, even if content no longer names it. */
export async function everyCollection(): Promise<Collection[]> {
  const [known, ...listed] = await Promise.all([kv.get(KNOWN), ...ROOTS.map(listFoldersProven)])
  const before = namesIn(known?.value)
  const names = [...new Set([...before, ...listed.flat()])].sort()
  if (names.length > before.length) {
    await change(KNOWN, (value) => [...new Set([...namesIn(value), ...names])].sort())
  }
  return names.flatMap((name) => collectionNamed(name) ?? [])
}
