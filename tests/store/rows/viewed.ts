import type { Collection } from '#server/collections/collection.ts'
import { withView, type View } from '#server/collections/rows/view.ts'
import { addThing, newThings, useThings } from '../things.ts'
import { useTilesOf } from '../tiles.ts'

/** Helpers for tests of views. */

/** Opens a store for this test file, with two rows in a tile. */
export function useViews(): void {
  useThings()
  useTilesOf(2)
}

/** The shown and the held ids of a view, the newest first. */
async function idsIn({ segments }: View) {
  const part = async (isHeld: boolean) =>
    (await Promise.all(segments.map((one) => one.rows(isHeld)))).flatMap(({ ids }) => ids)
  return { shown: await part(false), held: await part(true) }
}
export const seeAll = (things: Collection) => withView(things, idsIn)

/** Adds records of these hours and reads a view, so that the derived files exist. */
export async function thingsOf(...hours: number[]) {
  const things = newThings()
  const ids: string[] = []
  for (const ago of hours) ids.push(await addThing(things, ago))
  await seeAll(things)
  return { things, ids }
}
