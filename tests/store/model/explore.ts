import type { Moment } from './scheduler.ts'

/** Who makes a step, step after step; from the end of it on, whoever was last goes on. */
export type Order = readonly string[]

/** An order to be played, and how often actors are pre-empted in it. */
type Branch = { order: Order; preemptions: number }

/**
 * Plays all orders in which actors are pre-empted so many times at most, those with the fewest first:
 * context-bounded model checking (Musuvathi & Qadeer, PLDI 2007). Whoever goes on because another one
 * has ended pre-empts nobody, so that orders may be as long as they like.
 *
 * Nobody is pre-empted before a request that touches nothing of anybody else's: to be pre-empted right
 * behind it makes the same difference. What is set aside for that is played after all where somebody
 * turns out to touch the same. Of all these orders each comes once; or `every` so manieth of those that
 * branch off one that was played.
 */
export async function explore(
  play: (order: Order) => Promise<readonly Moment[]>,
  { most, every = 1 }: { most: number; every?: number },
): Promise<number> {
  const contacts = new Contacts()
  const left: Branch[][] = [[{ order: [], preemptions: 0 }]]
  let aside: { branch: Branch; before: Moment }[] = []
  const add = (branch: Branch) => (left[branch.preemptions] ??= []).push(branch)
  let played = 0
  let met = 0
  for (;;) {
    const next = left.find((some) => some.length > 0)?.pop()
    if (!next) {
      const isShared = ({ before }: { before: Moment }) => contacts.isShared(before)
      const found = aside.filter(isShared)
      if (found.length === 0) return played
      aside = aside.filter((one) => !isShared(one))
      for (const { branch } of found) add(branch)
      continue
    }
    const moments = await play(next.order)
    played++
    for (const moment of moments) contacts.see(moment)
    for (const { branch, before } of branchesOf(next, moments)) {
      if (branch.preemptions > most || met++ % every !== 0) continue
      if (!before || contacts.isShared(before)) add(branch)
      else aside.push({ branch, before })
    }
  }
}

/** Where another one might have made a step, and the request before which that pre-empts somebody. */
function branchesOf({ order, preemptions }: Branch, moments: readonly Moment[]) {
  const whole = moments.map(({ who }) => who)
  // What is played must be what was asked for: else the branches would not be all there are.
  if (order.some((who, i) => who !== whole[i])) throw new Error(`${order.join()} can't be played.`)
  return moments.flatMap((moment, i) => {
    if (i < order.length) return []
    const before = moment.waiting.includes(whole[i - 1] ?? '') ? moment : undefined
    return moment.waiting
      .filter((other) => other !== moment.who)
      .map((other) => ({
        branch: {
          order: [...whole.slice(0, i), other],
          preemptions: preemptions + (before ? 1 : 0),
        },
        before,
      }))
  })
}

type Touch = { who: string; key: string; isListing: boolean; isWrite: boolean }

/** Which keys each actor was seen to touch. Where two touch none of each other's, order says nothing. */
class Contacts {
  readonly #touches = new Map<string, Touch>()

  see(moment: Moment) {
    const touch = touchOf(moment)
    this.#touches.set(Object.values(touch).join(), touch)
  }

  /** Whether what is asked for then and what another actor asks for might tell who of them came first. */
  isShared(moment: Moment): boolean {
    const own = touchOf(moment)
    return [...this.#touches.values()].some((other) => other.who !== own.who && meet(own, other))
  }
}

const touchOf = ({ who, asked: { method, key, listing } }: Moment): Touch => ({
  who,
  key,
  isListing: listing !== undefined,
  isWrite: method !== 'GET',
})

const meet = (one: Touch, other: Touch) =>
  (one.isWrite || other.isWrite) &&
  (one.key === other.key ||
    (one.isListing && other.key.startsWith(one.key)) ||
    (other.isListing && one.key.startsWith(other.key)))

/** An order as text: in "0×7 1×3 2" the first actor makes seven steps, the second three, the third goes on. */
export function turnsOf(order: Order): string {
  const turns: { who: string; steps: number }[] = []
  for (const who of order) {
    const last = turns.at(-1)
    if (last?.who === who) last.steps++
    else turns.push({ who, steps: 1 })
  }
  return turns.map(({ who, steps }) => (steps > 1 ? `${who}×${steps}` : who)).join(' ')
}

/** The order that the text says. */
export const orderOf = (turns: string): Order =>
  turns
    .split(' ')
    .filter((turn) => turn !== '')
    .flatMap((turn) => {
      const [who = '', steps = '1'] = turn.split('×')
      return Array.from({ length: Number(steps) }, () => who)
    })
