import { clock, currentActor, MINUTE, type Actor } from './actor.ts'
import { askedOf, isLie, isNoticeable, noAnswer, untrue } from './requests.ts'
import type { Asked, Fate } from './requests.ts'

/**
 * The next waiting request and its fate. `who` is the request's position or the actor's name; with
 * 0 the same actor continues.
 */
export type Choice = { who: number | string; fate: Fate }

/** A chosen request, its actor, and all actors with a waiting request. */
export type Moment = { who: string; waiting: string[]; asked: Asked }

/** Sends a request, optionally without one header. */
export type Send = (without?: string) => Promise<Response>
/** Handles requests between an actor and the store. */
export type Meddle = (asked: Asked, send: Send) => Promise<Response>

type Waiting = { actor: Actor; asked: Asked; send: Send; answer: (response: Response) => void }

/** Slow requests that move the clock in one phase; late requests arrive within minutes. */
const MOST_WAITS = 3

/** Waits one event loop turn, so that an actor can send its next request after a response. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Holds all requests of actors until they are chosen. */
export class Scheduler {
  step = 0
  readonly log: string[] = []
  readonly moments: Moment[] = []
  /** The receiver of each lie that no actor can notice. */
  readonly liedTo: string[] = []
  #waiting: Waiting[] = []
  #late: Waiting[] = []
  #last: Actor | undefined
  #waits = 0
  readonly #storage: typeof fetch
  readonly #seen: (asked: Asked, response: Response) => void
  readonly #meddle: Meddle

  constructor(
    storage: typeof fetch,
    seen: (asked: Asked, response: Response) => void,
    meddle: Meddle = (_, send) => send(),
  ) {
    this.#storage = storage
    this.#seen = seen
    this.#meddle = meddle
  }

  /** The function for `useTransport`. */
  readonly transport: typeof fetch = (input, init) => {
    const actor = currentActor()
    const { signal: _, ...rest } = init ?? {}
    const asked = { ...askedOf(input, rest), by: actor?.name ?? 'nobody' }
    const send: Send = (without = 'none') => {
      const headers = new Headers(rest.headers)
      headers.delete(without)
      return this.#storage(input, { ...rest, headers })
    }
    // Requests of a dead actor fail, so that it releases its locks in this process.
    if (actor?.isDead) return Promise.resolve(noAnswer())
    if (!actor?.isScheduled) return this.#serve({ asked, send })
    return new Promise((answer) => this.#waiting.push({ actor, asked, send, answer }))
  }

  /** Runs all actors to their end. Without a choice, the current actor continues. */
  async run(work: readonly Promise<unknown>[], choices: Iterator<Choice>): Promise<void> {
    let left = work.length
    for (const one of work) void one.finally(() => left--)
    this.#waits = 0
    while (left > 0) {
      await turn()
      await turn()
      while (this.#waiting.length > 0) {
        await this.#choose(choices.next().value as Choice | undefined)
        await turn()
      }
    }
    // Late requests arrive now or never; without a choice, never.
    for (const one of this.#late.splice(0)) {
      const { who = 1 } = (choices.next().value as Choice | undefined) ?? {}
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
    const { actor, asked } = chosen
    this.#last = actor
    this.moments.push({ who: actor.name, waiting, asked })
    actor.beganAt ??= this.step
    await this.#meet(chosen, ownFate(actor, asked) ?? fate)
  }

  /** The index of a request of this actor, else of the last actor, else of any actor. */
  #placeOf(who: number | string) {
    const own = this.#waiting.map(
      ({ actor }) => Number(actor.name === who) * 2 + Number(actor === this.#last),
    )
    return own.indexOf(Math.max(...own))
  }

  async #meet(one: Waiting, fate: Fate) {
    const { actor, asked, answer } = one
    const isListing = asked.listing !== undefined
    const isInVain = !isListing && (isLie(fate) || fate === 'not found')
    if (fate === 'served' || fate === 'slow' || isInVain) {
      answer(await this.#serve(one))
      if (fate === 'slow' && this.#waits++ < MOST_WAITS) clock.time += 3 * MINUTE
      return
    }
    actor.hasTrouble = true
    this.#note(asked, fate)
    if (isLie(fate)) {
      if (!isNoticeable(fate, asked)) this.liedTo.push(actor.name)
      answer(await untrue(await this.#serve(one), fate))
      return
    }
    if (fate.startsWith('unanswered')) await this.#serve(one)
    if (fate.startsWith('late') && asked.method !== 'GET') this.#late.push(one)
    if (fate === 'not found') answer(new Response(null, { status: 404 }))
    else if (fate === 'died') this.#die(one)
    else if (fate.endsWith('tried again')) this.#waiting.push(one)
    else answer(noAnswer())
  }

  /** Kills the actor of a request; its other requests may still arrive. */
  #die(one: Waiting) {
    one.actor.isDead = true
    const all = [one, ...this.#waiting.filter(({ actor }) => actor === one.actor)]
    this.#waiting = this.#waiting.filter(({ actor }) => actor !== one.actor)
    this.#late.push(...all.filter(({ asked }) => asked.method !== 'GET'))
    for (const { answer } of all) answer(noAnswer())
  }

  async #serve({ asked, send }: Pick<Waiting, 'asked' | 'send'>, how = '') {
    this.step++
    this.#note(asked, how)
    return this.#meddle(asked, async (without) => {
      const response = await send(without)
      this.#seen(asked, response)
      return response
    })
  }

  #note({ by, method, key, listing }: Asked, how: string) {
    const what = listing ? `LIST ${listing}` : method
    this.log.push(`${this.step} ${by}: ${what} ${key} ${how}`.trim())
  }
}

/** The fate of this request from the actor's own fault. */
function ownFate({ made, fault }: Actor, { key, listing }: Asked): Fate | undefined {
  made.request++
  if (listing) made.listing++
  if (!fault || (fault.of !== 'request' && !listing)) return undefined
  const isMeant = 'key' in fault ? key === fault.key : made[fault.of] === fault.nth
  return isMeant ? fault.fate : undefined
}
