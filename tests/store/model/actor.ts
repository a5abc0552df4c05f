import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fault } from './requests.ts'

/** A function instance that does one thing with the store. */
export type Actor = {
  name: string
  /** Milliseconds that its clock is ahead. */
  skew: number
  /** True if the scheduler chooses when each of its requests runs. */
  isScheduled: boolean
  /** A fault of one of its requests; it overrides the choices. */
  fault: Fault | undefined
  /** The number of its requests and listings so far. */
  made: { request: number; listing: number }
  /** True after a fault in one of its requests; then it may give up. */
  hasTrouble: boolean
  isDead: boolean
  /** The step before its first request. It knows nothing from earlier steps. */
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

/** The actor of the current step. */
export const currentActor = () => acting.getStore()

/** Runs work as an actor, so that its storage requests carry the actor's name. */
export const act = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => acting.run(actor, work)

/** The true time. The clock of an actor can differ by some minutes. */
export const clock = {
  time: 0,
  /** The result of `Date.now()` for the current actor. */
  now: () => clock.time + (currentActor()?.skew ?? 0),
}
