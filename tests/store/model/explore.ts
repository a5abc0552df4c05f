import { play } from './play.ts'
import type { Scene } from './scenes.ts'
import type { Meddle, Moment } from './scheduler.ts'

/** The actor of each step. After the end, the last actor continues. */
type Order = readonly string[]

type Limits = {
  /** The maximum number of pre-emptions in an order. */
  most: number
  /** Plays every n-th branch of a played order. */
  every?: number
  /** Makes a new meddler for each order; it breaks a rule. */
  breaks?: () => Meddle
}

/**
 * Plays a scene in all orders with at most `most` pre-emptions, fewest first: context-bounded model
 * checking (Musuvathi & Qadeer, PLDI 2007). A switch after the end of an actor is no pre-emption.
 * Returns the number of played orders.
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
    // A different order would make the list of branches incomplete.
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

/** Plays the scene in one order and returns the steps of its actors. */
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
    // Judges each final store only once.
    wasJudged: (left) => judged.size === judged.add(left).size,
  })
  return moments.filter(({ who }) => who.startsWith(`${before.length}.`))
}
