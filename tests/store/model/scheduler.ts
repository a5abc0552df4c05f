import { clock, currentActor, MINUTE, type Actor } from './actor.ts'
import { askedOf, isLie, isNoticeable, noAnswer, untrue } from './requests.ts'
import type { Asked, Fate } from './requests.ts'

/**
 * A choice: which of the waiting requests is next, by its place among them or its actor's name (0: the
 * same actor goes on), and its fate.
 */
export type Choice = { who: number | string; fate: Fate }

/** A request that was chosen: whose it was, and who had one that could have been. */
export type Moment = { who: string; waiting: string[]; asked: Asked }

/** Sends a request, perhaps without one of its headers. */
export type Send = (without?: string) => Promise<Response>
/** Comes between an actor and the store. */
export type Meddle = (asked: Asked, send: Send) => Promise<Response>

type Waiting = { actor: Actor; asked: Asked; send: Send; answer: (response: Response) => void }

/** How often time goes by within a phase: what is late comes within minutes. */
const MOST_WAITS = 3

/** A turn of the event loop: until then, an actor that got an answer has asked the next thing. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** All requests of actors wait here until they are chosen. */
export class Scheduler {
  step = 0
  readonly log: string[] = []
  readonly moments: Moment[] = []
  /** Who was told something untrue, each time, in a way that nobody can notice. */
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

  /** To be given to `useTransport`. */
  readonly transport: typeof fetch = (input, init) => {
    const actor = currentActor()
    const { signal: _, ...rest } = init ?? {}
    const asked = { ...askedOf(input, rest), by: actor?.name ?? 'nobody' }
    const send: Send = (without = 'none') => {
      const headers = new Headers(rest.headers)
      headers.delete(without)
      return this.#storage(input, { ...rest, headers })
    }
    // The dead ask for nothing that is heard: what they hold in this process they let go of.
    if (actor?.isDead) return Promise.resolve(noAnswer())
    if (!actor?.isScheduled) return this.#serve({ asked, send })
    return new Promise((answer) => this.#waiting.push({ actor, asked, send, answer }))
  }

  /** Lets all actors work until each is done; without a choice the first goes on. */
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
    // What is late arrives by now, or never; without a choice it does not.
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

  /** Where a request of this actor waits, or else of the last one, or else anybody's. */
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

  /** What it has asked for may still arrive. */
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

/** What is to become of this request of the actor's, whatever is chosen. */
function ownFate({ made, fault }: Actor, { key, listing }: Asked): Fate | undefined {
  made.request++
  if (listing) made.listing++
  if (!fault || (fault.of !== 'request' && !listing)) return undefined
  const isMeant = 'key' in fault ? key === fault.key : made[fault.of] === fault.nth
  return isMeant ? fault.fate : undefined
}
