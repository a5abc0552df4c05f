import './stand-ins.ts'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import { explore, orderOf, turnsOf, type Order } from './explore.ts'
import { playScene } from './play-scene.ts'
import { scenes, type Scene } from './scenes.ts'
import { prepare } from './world.ts'

prepare()

/** More of them find little more, and take hours. */
const PREEMPTIONS = 2
/** All orders take long (`npm run test:long`); of them a sample is tried otherwise. */
const EVERY = runs(64, 1)

/** One order of one scene, as a failure names it: SCENE="…" ORDER="…" vitest … */
const { SCENE, ORDER } = process.env
/** Such an order begins with this where of what an actor asks for side by side the last is served first. */
const LAST_FIRST = 'last '

const tryOne = (name: string, scene: Scene, isLastFirst: boolean) => async (order: Order) => {
  try {
    return await playScene(scene, order, { isLastFirst })
  } catch (error) {
    const turns = (isLastFirst ? LAST_FIRST : '') + turnsOf(order)
    const again = `SCENE="${name}" ORDER="${turns}" npx vitest run tests/store/model/orders.test.ts`
    throw new Error(`${again}\n${String(error)}`, { cause: error })
  }
}

const all = Object.entries(scenes).filter(([name]) => name === (SCENE ?? name))
test.each(all)('nobody is told anything wrong, in whatever order: %s', async (name, scene) => {
  if (ORDER !== undefined) {
    const isLastFirst = ORDER.startsWith(LAST_FIRST)
    await tryOne(name, scene, isLastFirst)(orderOf(ORDER.replace(LAST_FIRST, '')))
    return
  }
  for (const isLastFirst of [false, true]) {
    const most = isLastFirst ? 1 : PREEMPTIONS
    const played = await explore(tryOne(name, scene, isLastFirst), { most, every: EVERY })
    expect(played).toBeGreaterThan(0)
  }
})
