import { clock, currentActor, MINUTE, type Actor } from './actor.ts'
import { askedOf, isOfHints, shortened, type Asked } from './asked.ts'
import { isLate, isTriedAgain, noAnswer, type Fate } from './fate.ts'

/**
 * A choice: which of the waiting requests is next (0: the same actor goes on; or an actor's name), and
 * its fate.
 */
export type Choice = { who: number | string; fate: Fate }

/** A request that was chosen: whose it was, and who had one that could have been. */
export type Moment = { who: string; waiting: string[]; asked: Asked }

type Waiting = {
  actor: Actor
  asked: Asked
  send: () => Promise<Response>
  answer: (response: Response) => void
}

/** How often time goes by within a phase: what is late comes within minutes. */
const MOST_WAITS = 3

/** A turn of the event loop: until then, whoever got an answer has asked the next thing. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** All requests of actors wait here until they are chosen. */
export class Scheduler {
  step = 0
  readonly log: string[] = []
  readonly moments: Moment[] = []
  /** Whether of what an actor asks for side by side the last is served first. */
  isLastFirst = false
  #waiting: Waiting[] = []
  #late: Waiting[] = []
  #last: Actor | undefined
  #waits = 0
  readonly #storage: typeof fetch
  readonly #seen: (asked: Asked, response: Response) => void

  constructor(storage: typeof fetch, seen: (asked: Asked, response: Response) => void) {
    this.#storage = storage
    this.#seen = seen
  }

  /** To be given to `useTransport`. */
  readonly transport: typeof fetch = (input, init) => {
    const actor = currentActor()
    const { signal: _, ...rest } = init ?? {}
    const send = () => this.#storage(input, rest)
    if (!actor?.isScheduled) return send()
    const asked = { ...askedOf(input, rest), by: actor.name }
    return new Promise((answer) => {
      if (!actor.isDead) this.#waiting.push({ actor, asked, send, answer })
    })
  }

  /** Whether something may still arrive that nobody waits for. */
  get hasLate(): boolean {
    return this.#late.length > 0
  }

  /** Lets all actors work until each is done or dead; without a choice the first goes on. */
  async run(work: readonly Promise<unknown>[], choices: Iterator<Choice>): Promise<void> {
    let done = 0
    for (const one of work) void one.finally(() => done++).catch(() => undefined)
    this.#waits = 0
    for (let idle = 0; idle < 20; idle++) {
      await turn()
      await turn()
      while (this.#waiting.length > 0) {
        idle = 0
        await this.#choose(choices.next().value as Choice | undefined)
        await turn()
      }
    }
    if (done > work.length) throw new Error('More was done than there was to do.')
  }

  /** What is late arrives by now, or never. */
  async settle(choices: Iterator<Choice>): Promise<void> {
    for (const one of this.#late.splice(0)) {
      const { who = 0 } = (choices.next().value as Choice | undefined) ?? {}
      if (Number(who) % 2 === 0) await this.#serve(one, 'arrives late')
    }
  }

  async #choose({ who, fate }: Choice = { who: 0, fate: 'served' }) {
    const options = this.#waiting.length + this.#late.length
    const place = typeof who === 'number' && who > 0 ? (who - 1) % options : this.#placeOf(who)
    if (place >= this.#waiting.length) {
      const [late] = this.#late.splice(place - this.#waiting.length, 1)
      if (late) await this.#serve(late, 'arrives late')
      return
    }
    const waiting = [...new Set(this.#waiting.map(({ actor }) => actor.name))]
    const [chosen] = this.#waiting.splice(place, 1)
    if (!chosen) return
    this.#last = chosen.actor
    this.moments.push({ who: chosen.actor.name, waiting, asked: chosen.asked })
    chosen.actor.beganAt ??= this.step
    await this.#meet(chosen, fate)
  }

  /** Where a request of this actor waits, or else of the last one, or else anybody's. */
  #placeOf(who: number | string) {
    const own = this.#waiting.map(
      ({ actor }) => Number(actor.name === who) * 2 + Number(actor === this.#last),
    )
    const best = Math.max(...own)
    return this.isLastFirst ? own.lastIndexOf(best) : own.indexOf(best)
  }

  async #meet(one: Waiting, fate: Fate) {
    const { actor, asked, answer } = one
    const isWrite = asked.method !== 'GET'
    if (fate === 'served' || (fate === 'short' && !isOfHints(asked))) {
      answer(await this.#serve(one))
      return
    }
    if (fate === 'slow') {
      answer(await this.#serve(one))
      if (this.#waits++ < MOST_WAITS) clock.time += 3 * MINUTE
      return
    }
    actor.hasTrouble = true
    this.#note(asked, fate)
    if (fate === 'died') {
      actor.isDead = true
      const all = [one, ...this.#waiting.filter((other) => other.actor === actor)]
      this.#waiting = this.#waiting.filter((other) => other.actor !== actor)
      this.#late.push(...all.filter((other) => other.asked.method !== 'GET'))
      return
    }
    if (fate === 'not found' && asked.isListing) {
      answer(new Response(null, { status: 404 }))
      return
    }
    if (fate === 'short') {
      answer(shortened(await (await this.#serve(one)).json()))
      return
    }
    if (fate.startsWith('unanswered')) await this.#serve(one)
    if (isLate(fate) && isWrite) this.#late.push(one)
    if (isTriedAgain(fate)) this.#waiting.push(one)
    else answer(noAnswer())
  }

  async #serve({ asked, send }: Waiting, how = '') {
    this.step++
    this.#note(asked, how)
    const response = await send()
    this.#seen(asked, response)
    return response
  }

  #note({ by, method, key, isListing }: Asked, how: string) {
    const what = isListing ? 'LIST' : method
    this.log.push(`${this.step} ${by}: ${what} ${key} ${how}`.trim())
  }
}
