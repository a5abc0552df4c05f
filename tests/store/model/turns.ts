import type { Order } from './explore.ts'

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
