import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fault } from './requests.ts'

/** Somebody who works on the store: an instance of a function that does one thing. */
export type Actor = {
  name: string
  /** How far its clock is ahead, in milliseconds. */
  skew: number
  /** Whether each of its requests waits to be chosen. */
  isScheduled: boolean
  /** What becomes of one of its requests, whatever is chosen. */
  fault: Fault | undefined
  /** How many requests it has made so far, and how many listings. */
  made: { request: number; listing: number }
  /** Whether something went wrong with one of its requests, so that it may give up. */
  hasTrouble: boolean
  isDead: boolean
  /** The step before its first: until then it knows nothing. */
  beganAt?: number
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export const actorOf = (
  name: string,
  { minutesAhead = 0, isScheduled = false, fault }: ActorOptions = {},
): Actor => ({
  name,
  skew: minutesAhead * MINUTE,
  isScheduled,
  fault,
  made: { request: 0, listing: 0 },
  hasTrouble: false,
  isDead: false,
})
type ActorOptions = { minutesAhead?: number; isScheduled?: boolean; fault?: Fault | undefined }

const acting = new AsyncLocalStorage<Actor>()

/** Whose step this is. */
export const currentActor = () => acting.getStore()

/** Lets an actor do its work: all its requests to storage are known for its own. */
export const act = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => acting.run(actor, work)

/** The time that clocks are some minutes off from. */
export const clock = {
  time: 0,
  /** What `Date.now()` says. */
  now: () => clock.time + (currentActor()?.skew ?? 0),
}
