import * as kv from '#server/storage/kv.ts'
import { stateKey } from './keys.ts'

/** What the studio did with a record. Times are ISO 8601. */
export type State = {
  /** Undefined: held if it has signals. */
  isHeld?: boolean | undefined
  /** When a person last held it. */
  heldAt?: string | undefined
  seenAt?: string | undefined
  answeredAt?: string | undefined
  /** The name of the person; missing after a sign-in with the password. */
  answeredBy?: string | undefined
  /** What a person took back last, and when. They may put it back soon after. */
  takenBack?: TakenBack
  note?: string | undefined
  /** Housekeeping was about to remove a record that seemed never to come. */
  isGivenUp?: boolean | undefined
  /** The mark of a removal: its id. The record counts as removed, and the key `gone/` follows. */
  removal?: string
  /** Counts the changes of the note. */
  version: number
  /** Counts all changes. */
  revision: number
}

/** `by` is the person's id. */
export type TakenBack = Pick<State, 'seenAt' | 'answeredAt' | 'answeredBy'> & {
  at: string
  by: string
}

export const UNTOUCHED: State = { version: 0, revision: 0 }

/** The etag is empty for an untouched state. */
export type FoundState = { state: State; etag: string }

/** A damaged state counts as untouched, and the next change overwrites it. */
export async function readState(name: string, id: string): Promise<FoundState> {
  const found = await kv.get(stateKey(name, id))
  const state = found?.value as Partial<State> | null | undefined
  const isWhole = Number.isInteger(state?.version) && Number.isInteger(state?.revision)
  return { state: isWhole ? (state as State) : UNTOUCHED, etag: found?.etag ?? '' }
}

/** Compare-and-set: false if the state has changed since `found` was read. */
export async function writeState(name: string, id: string, state: State, { etag }: FoundState) {
  const key = stateKey(name, id)
  return etag ? kv.replace(key, state, etag) : (await kv.create(key, state)) === 'created'
}
