import { idOf, hasSignals } from '#server/collections/keys.ts'
import type { StoredRecord } from '#server/collections/collection.ts'
import { UNTOUCHED, type State } from '#server/collections/row.ts'
import { createdAtOf, isId } from '#server/storage/record-id.ts'
import { clock, HOUR } from './actor.ts'
import type { Asked } from './requests.ts'

/** The history of a record, in steps of the schedule. */
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

/** The privacy policy's limit for held records. */
const HELD_DAYS = 90

/** A range of steps; both ends are included. */
export type Time = { from: number; to: number }

/**
 * The true records, removals and states at each step, derived from the requests that reached the
 * store. The judge compares all answers with it.
 */
export class Timeline {
  readonly lives = new Map<string, Life>()
  /** The current value of each key. */
  readonly kept = new Map<string, string>()
  /** The ids that housekeeping gives up, unless a request takes the mark away. */
  readonly #givenUp = new Set<string>()
  /** Forbidden requests so far. */
  readonly faults: string[] = []

  /** Notes the effect of a request. */
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
      // A record that comes after its removal marker is removed from the start.
      const gone = this.kept.has(`gone/${name}/${id}`) ? step : Infinity
      this.lives.set(id, { ...own, born: step, bornBy: by, gone })
      if (by.includes('machine') && !own.hasSignals) {
        this.faults.push(`${by} has listed ${id}, which came with signals.`)
      }
    }
    if (kind === 'state') {
      if (body.includes('isGivenUp')) this.#givenUp.add(id)
      else this.#givenUp.delete(id)
    }
    if (!life) return
    if (kind === 'gone') {
      if (!this.#givenUp.has(id) && !life.states.at(-1)?.state.removal)
        this.faults.push(`${by} removed ${id}, which is not marked.`)
      life.gone = Math.min(life.gone, step)
    }
    if (kind === 'state' && life.gone === Infinity) {
      const { value } = JSON.parse(body) as { value: State }
      if (value.revision === 0) return
      const before = life.states.at(-1)?.state ?? UNTOUCHED
      // Housekeeping may remove records that were held too long.
      const isHeld = before.isHeld ?? life.hasSignals
      const isOld = isHeld && this.#heldDays(id) > HELD_DAYS
      const mayRemove = isOld || this.#givenUp.has(id) || /remove|erase|release/.test(by)
      if (value.removal && !mayRemove)
        this.faults.push(`${by} removes ${id}, which nobody has asked for.`)
      if (value.removal && !isHeld && by.includes('release'))
        this.faults.push(`${by} removes ${id}, which is listed.`)
      if (before.removal) this.faults.push(`${by} changes ${id}, which is being removed.`)
      if (value.revision !== before.revision + 1) this.faults.push(`${key} skips a revision.`)
      life.states.push({ from: step, state: value, by })
      if (value.removal) life.gone = step
    }
  }

  /** True if a held record is two days over the limit. */
  isOverdue(id: string, now: Time): boolean {
    return this.wasIn(true, id, now) && this.#heldDays(id) > HELD_DAYS + 2
  }

  /** The days since a person held the record, or else since it came. */
  #heldDays(id: string): number {
    const { heldAt } = this.lives.get(id)?.states.at(-1)?.state ?? {}
    return (clock.now() - (heldAt ? Date.parse(heldAt) : createdAtOf(id))) / (24 * HOUR)
  }

  /** The id in a claim. */
  claimed(hash: string): string {
    const body = this.kept.get(`claim/${hash}`) ?? '{}'
    return (JSON.parse(body) as { value?: { id?: string } }).value?.id ?? ''
  }

  /** The content of the store and the expected records as text: everything the judge checks. */
  left(): string {
    const lives = [...this.lives].map(([id, { gone, states }]) =>
      JSON.stringify([id, gone < Infinity, states.at(-1)?.state]),
    )
    return JSON.stringify([[...this.kept].sort(), lives.sort()])
  }

  /** All states that a live record had within this time. */
  statesIn(id: string, { from, to }: Time): State[] {
    const life = this.lives.get(id)
    if (!life || life.born > to || life.gone <= from) return []
    // A reader during the erasure can find the record without its state.
    const erased = life.gone <= to ? [UNTOUCHED] : []
    const inEffect = life.states.filter(
      (one, i) => one.from <= to && (life.states[i + 1]?.from ?? Infinity) > from,
    )
    return [...erased, ...inEffect.map(({ state }) => state)]
  }

  /** True if the record was alive during the whole time. */
  wasAlive(id: string, { from, to }: Time): boolean {
    const life = this.lives.get(id)
    return life !== undefined && life.born <= from && life.gone > to
  }

  /** True if the record was in this list at some moment. */
  wasIn(isHeld: boolean, id: string, time: Time): boolean {
    return this.#placesOf(id, time).includes(isHeld)
  }

  /** Matching records in list order: `may` was in the list at some moment, `due` all the time. */
  idsIn(isMeant: (life: Life) => boolean, time: Time, isHeld?: boolean) {
    const may = this.idsOf(isMeant).filter((id) => {
      const places = this.#placesOf(id, time)
      return isHeld === undefined ? places.length > 0 : places.includes(isHeld)
    })
    const isElsewhere = (id: string) =>
      isHeld !== undefined && this.#placesOf(id, time).includes(!isHeld)
    return { may, due: may.filter((id) => this.wasAlive(id, time) && !isElsewhere(id)) }
  }

  /** All values of "is held" within this time. */
  #placesOf(id: string, time: Time): boolean[] {
    const hasSignals = this.lives.get(id)?.hasSignals ?? false
    return this.statesIn(id, time).map((state) => state.isHeld ?? hasSignals)
  }

  /** The ids of matching records in list order. */
  idsOf(isMeant: (life: Life, id: string) => boolean): string[] {
    return [...this.lives].flatMap(([id, life]) => (isMeant(life, id) ? [id] : [])).sort()
  }
}
