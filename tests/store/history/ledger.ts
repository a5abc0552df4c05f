import { disturbedUntil, placesOf, type Life, type Place, type Wish } from './life.ts'
import type { Answer } from './tasks.ts'
import type { Visit } from './visit.ts'

/** All answers in order. The store must agree with them. */
export class Ledger {
  /** All visits, with or without an answer. */
  readonly visits: Visit[] = []
  /** All acknowledged records, in the order of the answers. */
  readonly lives: Life[] = []
  /** Answers that should not happen. */
  readonly surprises: string[] = []
  readonly #byId = new Map<string, Life>()
  readonly #byEmail = new Map<string, Life[]>()
  /** For each address, the start of the latest request that put it on a list. */
  readonly #joined = new Map<string, number>()
  #now = 0

  /** Moves to the next moment and returns it. */
  tick(): number {
    return ++this.#now
  }

  /** Notes the answer to a submission from `start`; false if the answer is uncertain. */
  noteSent(visit: Visit, start: number, answer: Answer): boolean {
    const { status } = answer
    const { id, duplicate } = (answer.body ?? {}) as { id?: string; duplicate?: boolean }
    const isStored = status === 201 && id !== undefined
    const isDuplicate = status === 200 && duplicate === true && visit.list.isWaitlist
    // A retry gets the same id, even if the record is on another list by now.
    const isNew = isStored && this.#see(id, visit)
    if ((isNew || isDuplicate) && !visit.isHeld) this.#join(visit, start)
    if (isStored || isDuplicate) return true
    if (isUncertain(answer)) return false
    this.#wonder(`Sent ${visit.task.key}`, answer)
    return true
  }

  /** Notes a request to move a record. */
  noteAsked(life: Life, asked: Place): Wish {
    // If another record has the address already, the earlier build removes the released one.
    const to: Place[] = asked === 'shown' && life.visit.list.isWaitlist ? [asked, 'gone'] : [asked]
    const wish = { asked, to, start: this.tick(), end: Infinity }
    life.wishes.push(wish)
    return wish
  }

  /** Notes the answer to a move; false if the answer is uncertain. */
  noteAnswered(life: Life, wish: Wish, answer: Answer): boolean {
    if (isUncertain(answer)) return false
    if (answer.status === 200) {
      const { id } = answer.body as { id?: string }
      wish.end = this.tick()
      if (wish.to.length > 1) wish.to = [id === life.id ? 'shown' : 'gone']
      if (wish.asked === 'shown') this.#join(life.visit, wish.start)
      return true
    }
    // The move did not happen.
    life.wishes = life.wishes.filter((one) => one !== wish)
    // A delete names a list, and the record may be on the other one.
    const mayBeMissing = wish.asked === 'gone' || placesOf(life).has('gone')
    // This build leaves it where it is.
    const mayBeRefused = wish.to.length > 1
    const isExpected = answer.status === 404 ? mayBeMissing : answer.status === 409 && mayBeRefused
    if (!isExpected) this.#wonder(`${wish.asked} ${life.id}`, answer)
    return true
  }

  /** The acknowledged addresses on a list, without those that a later request can have removed. */
  listed(): string[] {
    return [...this.#joined].flatMap(([email, start]) =>
      start > disturbedUntil(this.livesOf(email)) ? [email] : [],
    )
  }

  livesOf(email: string): Life[] {
    return this.#byEmail.get(email) ?? []
  }

  /** All answers about an address as text, for the report of a fault. */
  storyOf(email: string): string {
    const lives = this.livesOf(email).map(({ id, visit, wishes }) => {
      return { id, key: visit.task.key, isHeld: visit.isHeld, wishes }
    })
    return JSON.stringify({ email, joined: this.#joined.get(email), lives }, showInfinity)
  }

  #see(id: string, visit: Visit): boolean {
    if (this.#byId.has(id)) return false
    const life = { id, visit, wishes: [] }
    this.#byId.set(id, life)
    this.lives.push(life)
    this.#byEmail.set(visit.email, [...this.livesOf(visit.email), life])
    return true
  }

  #join({ email }: Visit, start: number) {
    this.#joined.set(email, Math.max(start, this.#joined.get(email) ?? 0))
  }

  #wonder(asked: string, answer: Answer) {
    this.surprises.push(`${asked}: ${JSON.stringify(answer)}`)
  }
}

/** True for an outage or a dead worker. */
const isUncertain = ({ status }: Answer) => status === 503 || status === 0

const showInfinity = (_: string, value: unknown) => (value === Infinity ? 'never' : value)
