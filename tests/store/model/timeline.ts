import { idOf, hasSignals } from '#server/collections/keys.ts'
import type { StoredRecord } from '#server/collections/collection.ts'
import { UNTOUCHED, type State } from '#server/collections/state.ts'
import { createdAtOf, isId } from '#server/storage/record-id.ts'
import { clock, HOUR } from './actor.ts'
import type { Asked } from './requests.ts'

/** What became of a record, by the steps of the schedule. */
export type Life = {
  name: string
  email: string
  attempt: string
  hasSignals: boolean
  born: number
  bornBy: string
  gone: number
  states: { from: number; state: State; by: string }[]
}

/** For how long the studio may keep what nobody has released: the privacy policy says so. */
const HELD_DAYS = 90

/** From one step to another, both included. */
export type Time = { from: number; to: number }

/**
 * What is true at each step, seen from the requests that reached the store: records, removals and
 * states. All that an actor is told is judged by it.
 */
export class Timeline {
  readonly lives = new Map<string, Life>()
  /** What stands under each key. */
  readonly kept = new Map<string, string>()
  /** When it was noted of an id that no record will come. */
  readonly #givenUp = new Map<string, number>()
  /** What no request may do. */
  readonly faults: string[] = []

  /** Notes what a request did at this step. */
  see(step: number, { method, key, body, by }: Asked, response: Response) {
    const [kind, name = ''] = key.split('/')
    const id = idOf(key)
    const life = this.lives.get(id)
    if (method === 'DELETE') {
      const of = kind === 'claim' ? this.lives.get(this.claimed(name)) : life
      const isNeeded = of?.gone === Infinity && /^(rec|file|state|claim)$/.test(kind ?? '')
      if (this.kept.delete(key) && isNeeded) {
        this.faults.push(`${by} erased ${key} of a record that nobody has removed.`)
      }
    }
    if (method !== 'PUT' || !response.ok) return
    this.kept.set(key, body)
    if (kind === 'rec' && isId(id) && !life) {
      const { submission, attempt } = (JSON.parse(body) as { value: StoredRecord }).value
      const states = [{ from: 0, state: UNTOUCHED, by: '' }]
      const email = String(submission['email'])
      const own = { name, email, attempt, hasSignals: hasSignals(key), states }
      // What was given up before it came is gone already.
      const gone = this.kept.has(`gone/${name}/${id}`) ? step : Infinity
      this.lives.set(id, { ...own, born: step, bornBy: by, gone })
      if (by.includes('machine') && !own.hasSignals) {
        this.faults.push(`${by} has listed ${id}, which came with signals.`)
      }
    }
    if (kind === 'state' && body.includes('isGivenUp')) this.#givenUp.set(id, step)
    if (!life) return
    if (kind === 'gone') {
      // The clock may give up what has not come, and what was held for too long.
      const isLate = life.born > (this.#givenUp.get(id) ?? step)
      const isHeld = life.states.at(-1)?.state.isHeld ?? life.hasSignals
      const isOld = isHeld && this.#heldDays(id) > HELD_DAYS
      if (!isLate && !isOld && !/remove|erase|release/.test(by))
        this.faults.push(`${by} removed ${id}, which nobody has asked for.`)
      life.gone = Math.min(life.gone, step)
    }
    if (kind === 'state' && life.gone === Infinity) {
      const { value } = JSON.parse(body) as { value: State }
      if (value.revision === 0) return
      const before = life.states.at(-1)?.state ?? UNTOUCHED
      if (value.revision !== before.revision + 1) this.faults.push(`${key} skips a revision.`)
      life.states.push({ from: step, state: value, by })
    }
  }

  /** Whether it should be gone since two days. */
  isOverdue(id: string, now: Time): boolean {
    return this.wasIn(true, id, now) && this.#heldDays(id) > HELD_DAYS + 2
  }

  /** For how many days it is held, where it is: since it came, or since a person held it. */
  #heldDays(id: string): number {
    const { heldAt } = this.lives.get(id)?.states.at(-1)?.state ?? {}
    return (clock.now() - (heldAt ? Date.parse(heldAt) : createdAtOf(id))) / (24 * HOUR)
  }

  /** The id that a claim stands for, by its hash. */
  claimed(hash: string): string {
    const body = this.kept.get(`claim/${hash}`) ?? '{}'
    return (JSON.parse(body) as { value?: { id?: string } }).value?.id ?? ''
  }

  /** What is left in the store and what should be: all that is judged later. */
  left(): string {
    const lives = [...this.lives].map(([id, { gone, states }]) =>
      JSON.stringify([id, gone < Infinity, states.at(-1)?.state]),
    )
    return JSON.stringify([[...this.kept].sort(), lives.sort()])
  }

  /** The states that were in effect at some moment of this time, while the record was alive. */
  statesIn(id: string, { from, to }: Time): State[] {
    const life = this.lives.get(id)
    if (!life || life.born > to || life.gone <= from) return []
    // Who looks while it is erased may find the record and no state any more.
    const erased = life.gone <= to ? [UNTOUCHED] : []
    const inEffect = life.states.filter(
      (one, i) => one.from <= to && (life.states[i + 1]?.from ?? Infinity) > from,
    )
    return [...erased, ...inEffect.map(({ state }) => state)]
  }

  /** Whether it was there throughout. */
  wasAlive(id: string, { from, to }: Time): boolean {
    const life = this.lives.get(id)
    return life !== undefined && life.born <= from && life.gone > to
  }

  /** Whether the record stood in this list at some moment. */
  wasIn(isHeld: boolean, id: string, time: Time): boolean {
    return this.#placesOf(id, time).includes(isHeld)
  }

  /** Which of these records stood there at some moment, and which throughout; in the lists' order. */
  idsIn(isMeant: (life: Life) => boolean, time: Time, isHeld?: boolean) {
    const may = this.idsOf(isMeant).filter((id) => {
      const places = this.#placesOf(id, time)
      return isHeld === undefined ? places.length > 0 : places.includes(isHeld)
    })
    const isElsewhere = (id: string) =>
      isHeld !== undefined && this.#placesOf(id, time).includes(!isHeld)
    return { may, due: may.filter((id) => this.wasAlive(id, time) && !isElsewhere(id)) }
  }

  /** Whether it was held, at each moment of this time. */
  #placesOf(id: string, time: Time): boolean[] {
    const hasSignals = this.lives.get(id)?.hasSignals ?? false
    return this.statesIn(id, time).map((state) => state.isHeld ?? hasSignals)
  }

  /** All records of which something is so, in the lists' order. */
  idsOf(isMeant: (life: Life, id: string) => boolean): string[] {
    return [...this.lives].flatMap(([id, life]) => (isMeant(life, id) ? [id] : [])).sort()
  }
}
