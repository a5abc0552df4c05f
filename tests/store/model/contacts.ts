import type { Moment } from './scheduler.ts'

type Touch = { who: string; key: string; isListing: boolean; isWrite: boolean }

/** Which keys each actor was seen to touch. Where two touch none of each other's, order says nothing. */
export class Contacts {
  readonly #touches = new Map<string, Touch>()

  see(moment: Moment) {
    const touch = touchOf(moment)
    this.#touches.set(Object.values(touch).join(), touch)
  }

  /** Whether what is asked for then and what another actor asks for might tell who of them came first. */
  isShared(moment: Moment): boolean {
    const own = touchOf(moment)
    return [...this.#touches.values()].some((other) => other.who !== own.who && meet(own, other))
  }
}

const touchOf = ({ who, asked: { method, key, isListing } }: Moment): Touch => ({
  who,
  key,
  isListing,
  isWrite: method !== 'GET',
})

const meet = (one: Touch, other: Touch) =>
  (one.isWrite || other.isWrite) &&
  (one.key === other.key ||
    (one.isListing && other.key.startsWith(one.key)) ||
    (other.isListing && one.key.startsWith(other.key)))
