import { expect } from 'vitest'
import type { Collection } from '#server/collections/collection.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { chunkNames, readManifest } from '#server/collections/rows/manifest.ts'
import { chunkKeys } from '../../api/rows.ts'
import { foldAll, addThing, clock, HOUR, newThings, useThings } from '../things.ts'
import { useTilesOf } from '../tiles.ts'

/** Collections that were folded, and what a fold makes of them. */

/** Opens a store for the test file that calls this; a tile has four rows in it. */
export function useFolding(): void {
  useThings()
  useTilesOf(4)
}

export const note = () => ({ note: 'Zoë rang.' })
export const hoursAgo = (hours: number) => clock.now - hours * HOUR

/** Records of these hours, folded. */
export async function folded(...hours: number[]) {
  const things = newThings()
  const ids: string[] = []
  for (const ago of hours) ids.push(await addThing(things, ago))
  expect(await foldAll(things)).toBe(true)
  return { things, ids }
}

/** How many rows each tile has, shown and held. */
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

/** The chunks that the manifest names are there, and no others. */
export const expectTidy = async (things: Collection) =>
  expect((await chunkKeys(things.name)).sort()).toEqual((await namedKeys(things)).sort())
