import type { Order } from './explore.ts'
import { play } from './play.ts'
import type { Manners } from './world.ts'
import type { Moment } from './scheduler.ts'
import type { Scene } from './scenes.ts'

/** Stores that were judged already, by the scene. */
const judged = new Map<Scene, Set<string>>()

/** Plays a scene in an order, and says which steps its actors made; an actor is its place in the scene. */
export async function playScene(
  scene: Scene,
  order: Order,
  manners: Manners = {},
): Promise<Moment[]> {
  const { places, before, actors } = scene
  const known = judged.get(scene) ?? new Set()
  judged.set(scene, known)
  const placeOf = (name: string) => {
    const [, phase, place = ''] = /^(\d+)\.(\d+)/.exec(name) ?? []
    return Number(phase) === before.length ? place : undefined
  }
  const { moments } = await play({
    places,
    phases: [...before, actors],
    choices: order.map((who) => ({ who: `${before.length}.${who}`, fate: 'served' })),
    ...manners,
    wasJudged: (left) => known.size === known.add(left).size,
  })
  return moments.flatMap(({ who, waiting, asked }) => {
    const place = placeOf(who)
    return place === undefined
      ? []
      : [{ who: place, waiting: waiting.map((one) => placeOf(one) ?? ''), asked }]
  })
}
