import type { Collection } from '#server/collections/collection.ts'
import { list } from '#server/collections/list.ts'
import { total } from '#server/collections/counts.ts'
import { orderOf, type Position } from '#server/collections/find.ts'
import { type Row, UNTOUCHED, type State } from '#server/collections/row.ts'
import { currentActor } from './actor.ts'
import type { Scheduler } from './scheduler.ts'
import type { Life, Time, Timeline } from './timeline.ts'

const PAGE = 2

/** A broken promise of the store. */
export class Wrong extends Error {
  override name = 'Wrong'
}

export function must(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Wrong(what)
}

/** A state as text, without the housekeeping's `isGivenUp`. */
const textOf = (state: State = UNTOUCHED) => JSON.stringify({ ...state, isGivenUp: undefined })

type Stored = { id: string; isDuplicate: boolean }

/** Compares the answers to each actor with the timeline. */
export class Judge {
  readonly timeline: Timeline
  readonly #scheduler: Scheduler
  /** True after the quiet days. */
  isHealed = false
  /** The records that each channel has delivered. */
  readonly told = { mail: new Set<string>(), webhook: new Set<string>() }

  constructor(timeline: Timeline, scheduler: Scheduler) {
    this.timeline = timeline
    this.#scheduler = scheduler
  }

  /** Rows lack a record that a listing lacked, until housekeeping compares them with all keys. */
  get #mayBeWrong(): boolean {
    return this.#scheduler.liedTo.length > 0 && !this.isHealed
  }

  async removal(id: string, work: () => Promise<boolean>) {
    const { result, time } = await this.timed(work)
    if (result) must(this.#goneOf(id) <= time.to, `${id} is not removed.`)
    else must(!this.timeline.wasAlive(id, time), `${id} was alive, but nobody could remove it.`)
  }

  async change(id: string, by: string, work: () => Promise<Row | null>) {
    const { timeline } = this
    const { result, time } = await this.timed(work)
    if (!result) {
      must(!timeline.wasAlive(id, time), `${id} was alive, but nobody could change it.`)
      return
    }
    // A record that is removed meanwhile can have been changed just before.
    if (this.#goneOf(id) <= time.to) return
    const isOwn = timeline.lives.get(id)?.states.some((one) => one.by === by) ?? false
    const [before] = timeline.statesIn(id, { from: time.from, to: time.from })
    const states = timeline.statesIn(id, time).map(textOf)
    const isNothingNew = textOf(result.state) === textOf(before)
    must(isOwn || isNothingNew || states.length > 1, `A change of ${id} was lost.`)
    must(states.includes(textOf(result.state)), `${id} never was as its changer is told.`)
  }

  /** Checks a submission: its id is that of the stored record or of the record with its address. */
  async submission(work: () => Promise<Stored | null>, isMachine: boolean) {
    const { result, time } = await this.timed(work)
    if (!result) return null
    const { id, isDuplicate } = result
    const life = this.timeline.lives.get(id)
    must(life !== undefined, `${id} is said to be there, and never was.`)
    must(life.gone > time.from, `${id} is said to be there, and was removed.`)
    const wasGivenUp = life.gone <= time.to && !life.states.some(({ state }) => state.removal)
    must(!wasGivenUp, `${id} is said to be there, and was given up.`)
    if (isDuplicate && !isMachine) {
      const isOwn = life.bornBy === currentActor()?.name
      must(!isOwn, `${id} is called a duplicate, and is of this request’s own making.`)
      this.placed(false, id, time)
    }
    return result
  }

  /** Checks that the record was held or listed, as the answer said. */
  placed(isHeld: boolean, id: string, time: Time) {
    const gone = this.#goneOf(id)
    // A record that is removed meanwhile can have been held or listed just before.
    if (gone > time.from && gone <= time.to) return
    const wasThere = this.timeline.wasIn(isHeld, id, time)
    must(wasThere, `${id} was not ${isHeld ? 'held' : 'listed'} when it was said to be.`)
  }

  /** Reads all pages of a list. */
  async reading(collection: Collection, isHeld: boolean) {
    const ids: string[] = []
    const { time } = await this.timed(async () => {
      let after: Position | null | undefined
      do after = await this.#page(collection, isHeld, after ?? undefined, ids)
      while (after)
    })
    if (this.#mayBeWrong) return
    must(
      ids.every((id, i) => id > (ids[i - 1] ?? '')),
      'The list is not in order.',
    )
    this.#sameIds(isHeld ? 'the held' : 'the list', ids, ofList(collection), time, isHeld)
  }

  async #page(
    collection: Collection,
    isHeld: boolean,
    after: Position | undefined,
    ids: string[],
  ): Promise<Position | null> {
    const order = orderOf(collection.form, '')
    const { result, time } = await this.timed(() =>
      list(collection, { isHeld, order, limit: PAGE, after }),
    )
    must(result.indexed === undefined, 'Records were not looked at.')
    this.#judgeTotal(collection, isHeld, result.total, time)
    for (const { id, state } of result.rows) {
      ids.push(id)
      const isTrue = this.timeline.statesIn(id, time).map(textOf).includes(textOf(state))
      must(isTrue || this.#mayBeWrong, `${id} was not ${JSON.stringify(state)}`)
    }
    return result.next
  }

  async counting(collection: Collection) {
    const { result, time } = await this.timed(() => total(collection))
    this.#judgeTotal(collection, false, result.shown.rows, time)
    this.#judgeTotal(collection, true, result.held.rows, time)
  }

  #judgeTotal(collection: Collection, isHeld: boolean, count: number, time: Time) {
    if (this.#mayBeWrong) return
    const { due, may } = this.timeline.idsIn(ofList(collection), time, isHeld)
    const what = `A total of ${count} is not between ${due.length} and ${may.length} (${isHeld}).`
    must(count >= due.length && count <= may.length, what)
  }

  /** Checks that a search finds all records of a person. */
  async finding(email: string, work: () => Promise<readonly string[]>) {
    const { result, time } = await this.timed(work)
    if (this.#mayBeWrong) return
    this.#sameIds(`what is found of ${email}`, result, (life) => life.email === email, time)
  }

  /** Checks that an erasure left no earlier record of the person. */
  async erasing(email: string, work: () => Promise<unknown>) {
    const { time } = await this.timed(work)
    // An erasure reads each listing twice, so one lie must hide nothing from it.
    const { liedTo } = this.#scheduler
    const isToldOnce = liedTo.length === 1 && liedTo[0] === currentActor()?.name
    if (this.#mayBeWrong && !isToldOnce) return
    const left = this.timeline.idsOf(
      (life) => life.email === email && life.born <= time.from && life.gone > time.to,
    )
    must(left.length === 0, `${email} is said to be erased, but not ${left.join()}`)
  }

  /** Notes a delivery to the studio. */
  tell(channel: 'mail' | 'webhook', id: string) {
    const { step } = this.#scheduler
    const wasListed = this.timeline.wasIn(false, id, {
      from: currentActor()?.beganAt ?? step,
      to: step,
    })
    if (!wasListed) this.timeline.faults.push(`The studio is told of ${id}, which is not listed.`)
    this.told[channel].add(id)
  }

  #sameIds(
    where: string,
    ids: readonly string[],
    isMeant: (life: Life) => boolean,
    time: Time,
    isHeld?: boolean,
  ) {
    const { due, may } = this.timeline.idsIn(isMeant, time, isHeld)
    const missing = due.filter((id) => !ids.includes(id))
    must(missing.length === 0, `${where} lacks ${missing.join()}`)
    const ghosts = ids.filter((id) => !may.includes(id))
    must(ghosts.length === 0, `${where} has ${ghosts.join()}`)
  }

  readonly #goneOf = (id: string) => this.timeline.lives.get(id)?.gone ?? 0

  readonly now = (): Time => ({ from: this.#scheduler.step, to: this.#scheduler.step })

  /** Runs `work` and returns its first and last step. */
  async timed<T>(work: () => Promise<T>): Promise<{ result: T; time: Time }> {
    const from = this.#scheduler.step
    const result = await work()
    const { beganAt = from } = currentActor() ?? {}
    return { result, time: { from: Math.max(from, beganAt), to: this.#scheduler.step } }
  }
}

const ofList =
  ({ name }: Collection) =>
  (life: Life) =>
    life.name === name
