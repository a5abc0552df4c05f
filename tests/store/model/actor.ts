import { AsyncLocalStorage } from 'node:async_hooks'

/** Somebody who works on the store: an instance of a function that answers one request. */
export type Actor = {
  name: string
  /** How far its clock is ahead, in milliseconds. */
  skew: number
  /** Whether something went wrong with one of its requests, so that it may give up. */
  hasTrouble: boolean
  isDead: boolean
  /** The step before its first: until then it knows nothing. */
  beganAt?: number
  /** Whether each of its requests waits to be chosen. */
  isScheduled: boolean
}

const acting = new AsyncLocalStorage<Actor>()

/** Whose step this is; nobody's is not scheduled. */
export const currentActor = () => acting.getStore()

/** Lets an actor do its work: all its requests to storage are known for its own. */
export const act = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => acting.run(actor, work)

/** The time that all clocks are off by some minutes from. */
export const clock = {
  time: 0,
  /** What `Date.now()` says to whoever asks. */
  now: () => clock.time + (currentActor()?.skew ?? 0),
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
