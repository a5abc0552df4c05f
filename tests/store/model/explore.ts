import { play } from './play.ts'
import type { Scene } from './scenes.ts'
import type { Meddle, Moment } from './scheduler.ts'

/** Who makes a step, step after step; from the end of it on, the last one goes on. */
type Order = readonly string[]

type Limits = {
  /** How often actors are pre-empted. */
  most: number
  /** Of the orders that branch off one that was played, so manieth are played. */
  every?: number
  /** Breaks a rule on the way to the store, in each order anew. */
  breaks?: () => Meddle
}

/**
 * Plays a scene in all orders in which actors are pre-empted so many times at most, those with the
 * fewest first: context-bounded model checking (Musuvathi & Qadeer, PLDI 2007). An actor that goes on
 * because another one has ended pre-empts nobody. The answer is how many orders were played.
 */
export async function explore(scene: Scene, { most, every = 1, breaks }: Limits) {
  const left = Array.from({ length: most + 1 }, (_, i): Order[] => (i === 0 ? [[]] : []))
  const judged = new Set<string>()
  let played = 0
  let met = 0
  for (;;) {
    const preemptions = left.findIndex((orders) => orders.length > 0)
    const order = left[preemptions]?.pop()
    if (!order) return played
    const moments = await playScene(scene, order, judged, breaks?.())
    played++
    const whole = moments.map(({ who }) => who)
    // What is played must be what was asked for: else the branches would not be all there are.
    if (order.some((who, i) => who !== whole[i]))
      throw new Error(`${order.join()} can't be played.`)
    for (const [i, { who, waiting }] of moments.entries()) {
      const orders = left[preemptions + Number(waiting.includes(whole[i - 1] ?? ''))]
      if (i < order.length || !orders) continue
      for (const other of waiting) {
        if (other !== who && met++ % every === 0) orders.push([...whole.slice(0, i), other])
      }
    }
  }
}

/** Plays it in one order; the answer is the steps of its actors. */
async function playScene(
  { places, before, actors }: Scene,
  order: Order,
  judged: Set<string>,
  meddle: Meddle | undefined,
): Promise<Moment[]> {
  const { moments } = await play({
    places,
    phases: [...before, actors],
    choices: order.map((who) => ({ who, fate: 'served' })),
    ...(meddle && { meddle }),
    // One store that is left is judged once.
    wasJudged: (left) => judged.size === judged.add(left).size,
  })
  return moments.filter(({ who }) => who.startsWith(`${before.length}.`))
}
