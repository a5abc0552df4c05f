import { disturbedUntil, placesOf, type Life, type Place, type Wish } from './life.ts'
import type { Answer } from './tasks.ts'
import type { Visit } from './visit.ts'

/** What everybody was told, in order: all that the store is held to. */
export class Ledger {
  /** Everybody who came, told or not. */
  readonly visits: Visit[] = []
  /** All records that somebody was told of, in that order. */
  readonly lives: Life[] = []
  /** Answers that nobody should get. */
  readonly surprises: string[] = []
  readonly #byId = new Map<string, Life>()
  readonly #byEmail = new Map<string, Life[]>()
  /** When the last of those came who were told that their address is on a list. */
  readonly #joined = new Map<string, number>()
  #now = 0

  /** The next moment. */
  tick(): number {
    return ++this.#now
  }

  /** Notes what a visitor was told who asked at `start`; false where that was nothing certain. */
  noteSent(visit: Visit, start: number, answer: Answer): boolean {
    const { status } = answer
    const { id, duplicate } = (answer.body ?? {}) as { id?: string; duplicate?: boolean }
    const isStored = status === 201 && id !== undefined
    const isDuplicate = status === 200 && duplicate === true && visit.list.isWaitlist
    // Whoever asks again is told of the same record, wherever it stands by then.
    const isNew = isStored && this.#see(id, visit)
    if ((isNew || isDuplicate) && !visit.isHeld) this.#join(visit, start)
    if (isStored || isDuplicate) return true
    if (isUncertain(answer)) return false
    this.#wonder(`Sent ${visit.task.key}`, answer)
    return true
  }

  /** Notes that somebody asks for a record to be put somewhere. */
  noteAsked(life: Life, asked: Place): Wish {
    // Where its address is listed already, that one stays, and what was released goes.
    const to: Place[] = asked === 'shown' && life.visit.list.isWaitlist ? [asked, 'gone'] : [asked]
    const wish = { asked, to, start: this.tick(), end: Infinity }
    life.wishes.push(wish)
    return wish
  }

  /** Notes what they were told; false where that was nothing certain. */
  noteAnswered(life: Life, wish: Wish, answer: Answer): boolean {
    if (isUncertain(answer)) return false
    if (answer.status === 200) {
      const { id } = answer.body as { id?: string }
      wish.end = this.tick()
      if (wish.to.length > 1) wish.to = [id === life.id ? 'shown' : 'gone']
      if (wish.asked === 'shown') this.#join(life.visit, wish.start)
      return true
    }
    // Nothing has come of it.
    life.wishes = life.wishes.filter((one) => one !== wish)
    // A delete says on which list the record stands, and it may be on the other one.
    const mayBeMissing = wish.asked === 'gone' || placesOf(life).has('gone')
    if (answer.status !== 404 || !mayBeMissing) this.#wonder(`${wish.asked} ${life.id}`, answer)
    return true
  }

  /** The addresses that somebody was told are on a list, and that nothing can have taken off since. */
  listed(): string[] {
    return [...this.#joined].flatMap(([email, start]) =>
      start > disturbedUntil(this.livesOf(email)) ? [email] : [],
    )
  }

  livesOf(email: string): Life[] {
    return this.#byEmail.get(email) ?? []
  }

  /** All that was told about an address, for whoever looks for what went wrong. */
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

/** An outage, or the death of whoever was asked. */
const isUncertain = ({ status }: Answer) => status === 503 || status === 0

const showInfinity = (_: string, value: unknown) => (value === Infinity ? 'never' : value)
