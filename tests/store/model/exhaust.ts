import { expect, test } from 'vitest'
import { explore, type Order } from './explore.ts'
import { useScenes } from './play-scene.ts'
import type { Scene } from './scenes.ts'
import { orderOf, turnsOf } from './turns.ts'

/** More of them find little more, and take hours. */
const PREEMPTIONS = 2
/** All orders take minutes (`npm run test:long`); of them a sample is tried otherwise. */
const EVERY = import.meta.env.MODE === 'long' ? 1 : 16

/** One order of one scene, as a failure names it: SCENE="…" ORDER="…" vitest … */
const { SCENE, ORDER } = process.env
/** Such an order begins with this where of what an actor asks for side by side the last is served first. */
const LAST_FIRST = 'last '

/** Tries the scenes in all orders. */
export function exhaust(scenes: Record<string, Scene>, file: string): void {
  const play = useScenes()

  const tryOne = (name: string, scene: Scene, isLastFirst: boolean) => async (order: Order) => {
    try {
      return await play(scene, order, isLastFirst)
    } catch (error) {
      const turns = (isLastFirst ? LAST_FIRST : '') + turnsOf(order)
      const again = `SCENE="${name}" ORDER="${turns}" npx vitest run ${file}`
      throw new Error(`${again}\n${String(error)}`, { cause: error })
    }
  }

  const all = Object.entries(scenes).filter(([name]) => name === (SCENE ?? name))
  test.each(all)('nobody is told anything wrong, in whatever order: %s', async (name, scene) => {
    if (ORDER !== undefined) {
      const isLastFirst = ORDER.startsWith(LAST_FIRST)
      const order = orderOf(ORDER.slice(isLastFirst ? LAST_FIRST.length : 0))
      await tryOne(name, scene, isLastFirst)(order)
      return
    }
    for (const isLastFirst of [false, true]) {
      const most = isLastFirst ? 1 : PREEMPTIONS
      const played = await explore(tryOne(name, scene, isLastFirst), { most, every: EVERY })
      expect(played).toBeGreaterThan(1)
    }
  })
}
