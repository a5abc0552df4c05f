import type { Collection } from '#server/collections/collection.ts'
import { hold, release } from '#server/submissions/release.ts'
import { attemptStatus, storeSubmission } from '#server/submissions/store-submission.ts'
import { must, type Judge } from './judge.ts'
import type { Time } from './timeline.ts'

/** An attempt to join, and what became of it. */
type Joining = { record: number; hasSignals: boolean }
type Joined = { id: string; isHeld: boolean; isDuplicate: boolean }

const ADDRESS = 'ada@engine.test'

/** All attempts to get one address on a list, and what the studio does with the records they made. */
export class SignUps {
  readonly #collection: Collection
  readonly #judge: Judge

  constructor(collection: Collection, judge: Judge) {
    this.#collection = collection
    this.#judge = judge
  }

  async join({ record, hasSignals }: Joining): Promise<Joined> {
    const attempt = `${this.#collection.name}-${record}`
    const signals = hasSignals ? ['links'] : []
    const received = { answers: { email: ADDRESS }, digest: attempt, signals }
    const { result, time } = await this.#judge.timed(async () => {
      const standing = await attemptStatus(this.#collection, attempt)
      if (standing?.record === 'stored') return { id: standing.claim.id, isDuplicate: false }
      return storeSubmission(this.#collection, attempt, standing, received)
    })
    const { id, isDuplicate } = result
    must(this.#judge.timeline.lives.has(id), `${id} is said to be there, and never was.`)
    if (isDuplicate && !hasSignals) this.#wasPlaced(false, id, time)
    return { id, isDuplicate, isHeld: hasSignals }
  }

  release = (id: string) => this.#place(false, id, release)
  hold = (id: string) => this.#place(true, id, hold)

  async #place(isHeld: boolean, id: string, place: typeof release) {
    const { result, time } = await this.#judge.timed(() => place(this.#collection, id))
    if (result !== null) this.#wasPlaced(isHeld, result, time)
    else must(!this.#judge.wasAlive(id, time), `${id} was alive, but nobody could place it.`)
  }

  #wasPlaced(isHeld: boolean, id: string, time: Time) {
    const { timeline } = this.#judge
    const { gone = 0 } = timeline.lives.get(id) ?? {}
    // Removed meanwhile, it may have been placed a moment before.
    if (gone > time.from && gone <= time.to) return
    const place = timeline.wasIn(isHeld, id, time)
    must(place !== 'never', `${id} was not ${isHeld ? 'held' : 'listed'} when it was said to be.`)
  }

  /** The address was never listed twice; and as somebody joined last of all, it is listed now. */
  judgeAddress() {
    const { timeline, now } = this.#judge
    const { to: last } = now()
    for (let step = 0; step <= last; step++) {
      const listed = timeline.idsIn(false, { from: step, to: step }, ['throughout', 'at times'])
      must(listed.length < 2, `${listed.join()} are one address, both listed at step ${step}.`)
      must(step < last || listed.length > 0, 'Whoever joined last is not listed.')
    }
  }
}
