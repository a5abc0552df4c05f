import { idOf, isMarked } from '#server/collections/keys.ts'
import { UNTOUCHED, type State } from '#server/collections/state.ts'
import type { Asked } from './asked.ts'

/** What became of a record, by the steps of the schedule. */
type Life = {
  isMarked: boolean
  born: number
  gone: number
  states: { from: number; state: State; by: string }[]
}

/** From one step to another, both included. */
export type Time = { from: number; to: number }

/**
 * What is true at each step, seen from the requests that reached the store: records, removals and
 * states. All that a reader says is judged by it.
 */
export class Timeline {
  readonly lives = new Map<string, Life>()
  /** What stands under each key. */
  readonly kept = new Map<string, string>()

  /** Notes what a request did at this step. */
  see(step: number, { method, key, body, by }: Asked, response: Response) {
    if (method === 'DELETE') this.kept.delete(key)
    if (method !== 'PUT' || !response.ok) return
    this.kept.set(key, body)
    const [kind] = key.split('/')
    const id = idOf(key)
    const life = this.lives.get(id)
    if (kind === 'rec' && !life) {
      const untouched = { from: 0, state: UNTOUCHED, by: '' }
      const states = [untouched]
      this.lives.set(id, { isMarked: isMarked(key), born: step, gone: Infinity, states })
    }
    if (!life) return
    if (kind === 'gone') life.gone = Math.min(life.gone, step)
    if (kind === 'state' && life.gone === Infinity) {
      const { value } = JSON.parse(body) as { value: State }
      const before = life.states.at(-1)?.state ?? UNTOUCHED
      if (value.revision !== before.revision + 1) throw new Error(`${key} skips a revision.`)
      life.states.push({ from: step, state: value, by })
    }
  }

  /** What is left in the store, but for claims, and what should be: all that later readers are judged by. */
  left(): string {
    const lives = [...this.lives].map(([id, { gone, states }]) =>
      JSON.stringify([id, gone < Infinity, states.at(-1)?.state]),
    )
    const kept = [...this.kept].filter(([key]) => !key.startsWith('claim/'))
    return JSON.stringify([kept.sort(), lives.sort()])
  }

  /** The states that were in effect at some moment of this time, while the record was alive. */
  statesIn(id: string, { from, to }: Time): State[] {
    const life = this.lives.get(id)
    if (!life || life.born > to || life.gone <= from) return []
    // Who looks while it is erased may find the record and no state any more.
    const erased = life.gone <= to ? [UNTOUCHED] : []
    const inEffect = life.states
      .filter((one, i) => one.from <= to && (life.states[i + 1]?.from ?? Infinity) > from)
      .map(({ state }) => state)
    return [...erased, ...inEffect]
  }

  /** Whether the record stood in this list at some moment, or throughout. */
  wasIn(isHeld: boolean, id: string, time: Time): 'never' | 'at times' | 'throughout' {
    const life = this.lives.get(id)
    const places = this.statesIn(id, time).map((state) => state.isHeld ?? life?.isMarked)
    if (!life || !places.includes(isHeld)) return 'never'
    const isWhole = life.born <= time.from && life.gone > time.to
    return isWhole && !places.includes(!isHeld) ? 'throughout' : 'at times'
  }

  /** All ids that were in this list at some moment, or throughout, in the list's order. */
  idsIn(isHeld: boolean, time: Time, how: readonly string[]): string[] {
    return [...this.lives.keys()].filter((id) => how.includes(this.wasIn(isHeld, id, time))).sort()
  }
}
