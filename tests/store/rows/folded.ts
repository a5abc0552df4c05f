import { expect } from 'vitest'
import type { Collection } from '#server/collections/collection.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { chunkNames, readManifest } from '#server/collections/rows/manifest.ts'
import { chunkKeys } from '../../api/rows.ts'
import { foldAll, addThing, clock, HOUR, newThings, useThings } from '../things.ts'
import { useTilesOf } from '../tiles.ts'

/** Helpers for tests of folds. */

/** Opens a store for this test file, with four rows in a tile. */
export function useFolding(): void {
  useThings()
  useTilesOf(4)
}

export const note = () => ({ note: 'Zoë rang.' })
export const hoursAgo = (hours: number) => clock.now - hours * HOUR

/** Adds records of these hours and folds them. */
export async function folded(...hours: number[]) {
  const things = newThings()
  const ids: string[] = []
  for (const ago of hours) ids.push(await addThing(things, ago))
  expect(await foldAll(things)).toBe(true)
  return { things, ids }
}

/** The number of shown and held rows in each tile. */
export const tilesOf = async ({ name }: Collection) =>
  (await readManifest(name))?.tiles.map(
    ({ chunks }) => chunks && [chunks.shown.rows, chunks.held.rows],
  )
export const hintsOf = async ({ name }: Collection) => (await readHints(name))?.map(({ id }) => id)
export const writes = (asked: readonly string[]) => asked.filter((one) => !one.startsWith('get'))

/** The keys of the chunks that the manifest names. */
export async function namedKeys({ name }: Collection) {
  const { tiles = [] } = (await readManifest(name)) ?? {}
  return chunkNames(tiles).map((chunk) => `rows/${name}/${chunk}`)
}

/** Expects exactly the chunks that the manifest names. */
export const expectTidy = async (things: Collection) =>
  expect((await chunkKeys(things.name)).sort()).toEqual((await namedKeys(things)).sort())
