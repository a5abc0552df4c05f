import { waitlist } from '#forms/waitlist.ts'
import type { Asked } from './asked.ts'
import type { Order } from './explore.ts'
import type { Phase } from './operation.ts'
import type { Moment } from './scheduler.ts'
import type { Scene } from './scenes.ts'
import { useWorld } from './store.ts'

/** Who joins when all is done must be led to the one record that is listed, or be it. */
const lastToJoin: Phase = {
  after: 0,
  losesHints: false,
  isPrelude: true,
  tasks: [{ operation: { does: 'join', record: 9, hasSignals: false }, skew: 0, spoils: false }],
}

/** Plays a scene in an order, and says which steps its actors made; an actor is its place in the scene. */
export function useScenes() {
  const play = useWorld()
  const judged = new Set<string>()
  return async (scene: Scene, order: Order, isLastFirst = false): Promise<Moment[]> => {
    const { form, before, actors } = scene
    const isOneAddress = form === waitlist
    const place = String(before.length)
    const nameOf = (who: string) => `${place}.${who} ${actors.tasks[Number(who)]?.operation.does}`
    const { moments } = await play({
      form,
      phases: [
        ...before,
        { ...actors, isUnread: isOneAddress },
        ...(isOneAddress ? [lastToJoin] : []),
      ],
      choices: order.map((who) => ({ who: nameOf(who), fate: 'served' })),
      isCold: false,
      isLastFirst,
      wasJudged: (left) => judged.size === judged.add(left).size,
    })
    const placeOf = (name: string) => /^(\d+)\.(\d+)/.exec(name)?.slice(1) ?? []
    return moments
      .filter(({ who }) => placeOf(who)[0] === place)
      .map(({ who, waiting, asked }) => ({
        who: placeOf(who)[1] ?? '',
        waiting: waiting.map((one) => placeOf(one)[1] ?? ''),
        asked: { ...asked, key: anonymous(asked) },
      }))
  }
}

/** The key as it is in each world; there is one address, whose claim is named by a hash. */
const anonymous = ({ key }: Asked) =>
  key.replace(/world\d+/, 'world').replace(/[0-9a-f]{64}/, 'address')
