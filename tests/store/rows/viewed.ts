import type { Collection } from '#server/collections/collection.ts'
import { withView, type View } from '#server/collections/rows/view.ts'
import { addThing, newThings, useThings } from '../things.ts'
import { useTilesOf } from '../tiles.ts'

/** Collections that were looked at, and what a look shows. */

/** Opens a store for the test file that calls this; a tile has two rows in it. */
export function useViews(): void {
  useThings()
  useTilesOf(2)
}

/** All ids that a view shows, the newest first, and the held ones. */
async function idsIn({ segments }: View) {
  const part = async (isHeld: boolean) =>
    (await Promise.all(segments.map((one) => one.rows(isHeld)))).flatMap(({ ids }) => ids)
  return { shown: await part(false), held: await part(true) }
}
export const seeAll = (things: Collection) => withView(things, idsIn)

/** Records of these hours; a view was read, so that everything derived is there. */
export async function thingsOf(...hours: number[]) {
  const things = newThings()
  const ids: string[] = []
  for (const ago of hours) ids.push(await addThing(things, ago))
  await seeAll(things)
  return { things, ids }
}
