import type { Collection } from '#server/collections/collection.ts'
import { list } from '#server/collections/list.ts'
import { total } from '#server/collections/counts.ts'
import { orderOf, type Position } from '#server/collections/order.ts'
import type { Row } from '#server/collections/rows/row.ts'
import { currentActor } from './actor.ts'
import type { Scheduler } from './scheduler.ts'
import type { Time, Timeline } from './timeline.ts'

const PAGE = 2

/** What should not be. */
export class Wrong extends Error {
  override name = 'Wrong'
}

export function must(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Wrong(what)
}

/** Compares what each actor is told with what was true meanwhile. */
export class Judge {
  /** Ids whose file was promised. */
  readonly promisedFiles = new Set<string>()
  collection: Collection | undefined
  readonly timeline: Timeline
  readonly #scheduler: Scheduler

  constructor(timeline: Timeline, scheduler: Scheduler) {
    this.timeline = timeline
    this.#scheduler = scheduler
  }

  async addition(id: string, hasFile: boolean, work: () => Promise<boolean>) {
    const { result: isThere, time } = await this.timed(work)
    const life = this.timeline.lives.get(id)
    if (isThere) must((life?.gone ?? 0) > time.from, `${id} was added, but is not there.`)
    else must((life?.gone ?? 0) < Infinity, `${id} is said to be removed.`)
    if (isThere && hasFile) this.promisedFiles.add(id)
  }

  async removal(id: string, work: () => Promise<boolean>) {
    const { result, time } = await this.timed(work)
    if (result) must((this.#lifeOf(id)?.gone ?? Infinity) <= time.to, `${id} is not removed.`)
    else must(!this.wasAlive(id, time), `${id} was alive, but nobody could remove it.`)
  }

  async change(id: string, by: string, work: () => Promise<Row | null>) {
    const { result, time } = await this.timed(work)
    if (!result) {
      must(!this.wasAlive(id, time), `${id} was alive, but nobody could change it.`)
      return
    }
    // Removed meanwhile, it may have been changed a moment before.
    if ((this.#lifeOf(id)?.gone ?? 0) <= time.to) return
    const isOwn = this.#lifeOf(id)?.states.some((one) => one.by === by)
    const [before] = this.timeline.statesIn(id, { from: time.from, to: time.from })
    const isNothingNew = JSON.stringify(result.state) === JSON.stringify(before)
    const states = this.timeline.statesIn(id, time).map((state) => JSON.stringify(state))
    must(isOwn === true || isNothingNew || states.length > 1, `A change of ${id} was lost.`)
    must(states.includes(JSON.stringify(result.state)), `${id} never was as its changer is told.`)
  }

  /** Reads all pages of a list. */
  async reading(isHeld: boolean) {
    const { result, time } = await this.timed(async () => {
      const ids: string[] = []
      let after: Position | null | undefined
      do {
        const page: Position | undefined = after ?? undefined
        after = (await this.#page(isHeld, page, ids)).next
      } while (after)
      return ids
    })
    must(
      result.every((id, i) => id > (result[i - 1] ?? '')),
      'The list is not in order.',
    )
    const due = this.timeline.idsIn(isHeld, time, ['throughout'])
    const may = this.timeline.idsIn(isHeld, time, ['throughout', 'at times'])
    const where = isHeld ? 'the held' : 'the list'
    const missing = due.filter((id) => !result.includes(id))
    must(missing.length === 0, `${where} lacks ${missing.join()}`)
    const ghosts = result.filter((id) => !may.includes(id))
    must(ghosts.length === 0, `${where} has ${ghosts.join()}`)
  }

  async counting() {
    const { collection } = this
    if (!collection) return
    const { result, time } = await this.timed(() => total(collection))
    this.#judgeTotal(false, result.shown.rows, time)
    this.#judgeTotal(true, result.held.rows, time)
  }

  async #page(isHeld: boolean, after: Position | undefined, ids: string[]) {
    const { collection } = this
    if (!collection) throw new Error('There is nothing to read.')
    const order = orderOf(collection.form, '')
    const { result, time } = await this.timed(() =>
      list(collection, { isHeld, order, limit: PAGE, after }),
    )
    must(result.indexed === undefined, 'Records were not looked at.')
    this.#judgeTotal(isHeld, result.total, time)
    for (const { id, state } of result.rows) {
      ids.push(id)
      const states = this.timeline.statesIn(id, time).map((one) => JSON.stringify(one))
      must(states.includes(JSON.stringify(state)), `${id} was not ${JSON.stringify(state)}`)
    }
    return result
  }

  #judgeTotal(isHeld: boolean, count: number, time: Time) {
    const least = this.timeline.idsIn(isHeld, time, ['throughout']).length
    const most = this.timeline.idsIn(isHeld, time, ['throughout', 'at times']).length
    const what = `A total of ${count} is not between ${least} and ${most} (${String(isHeld)}).`
    must(count >= least && count <= most, what)
  }

  readonly #lifeOf = (id: string) => this.timeline.lives.get(id)

  /** Whether it was there throughout. */
  wasAlive(id: string, { from, to }: Time) {
    const life = this.#lifeOf(id)
    return life !== undefined && life.born <= from && life.gone > to
  }

  readonly now = (): Time => ({ from: this.#scheduler.step, to: this.#scheduler.step })

  /** Does it, and says from which step to which it took. */
  async timed<T>(work: () => Promise<T>): Promise<{ result: T; time: Time }> {
    const from = this.#scheduler.step
    const result = await work()
    const { beganAt = from } = currentActor() ?? {}
    return { result, time: { from: Math.max(from, beganAt), to: this.#scheduler.step } }
  }
}
