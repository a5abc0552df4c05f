/** What an actor does; `record` is one of a few. */
export type Operation =
  /** The first time under an id so many minutes old; later the same is sent once more. */
  | { does: 'add'; record: number; age: number; isHeld: boolean; hasFile: boolean }
  | { does: 'remove'; record: number }
  | { does: 'change'; record: number; what: 'seen' | 'note' | 'hold' | 'release' }
  | { does: 'read'; isHeld: boolean }
  | { does: 'count' }
  | { does: 'fold' }
  | { does: 'check' }
  | { does: 'sweep' }
  /** All that housekeeping does to one collection. */
  | { does: 'keep house' }
  /** An attempt to get on a list where an address may stand only once; it becomes this record. */
  | { does: 'join'; record: number; hasSignals: boolean }
  /** Puts a record on the list, or among the held ones, as the studio does with a click. */
  | { does: 'release' | 'hold'; record: number }
  | { does: 'lose'; what: Lost }

/** What is derived may be lost or damaged at any moment. */
export type Lost = 'the manifest' | 'a chunk' | 'all chunks' | 'everything' | 'the hints'

/** An actor's work, and how many minutes its clock is ahead. */
export type Task = { operation: Operation; skew: number; spoils: boolean }

/**
 * What is done side by side, after so many minutes; perhaps all hints are lost before. Readers come
 * afterwards, or the next phase comes at once.
 */
export type Phase = {
  after: number
  losesHints: boolean
  isUnread?: boolean
  /** Whether no choices are spent on it: it only makes what the next phases find. */
  isPrelude?: boolean
  tasks: Task[]
}
