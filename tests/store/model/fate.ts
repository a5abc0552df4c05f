/** What becomes of a request. */
export type Fate =
  | 'served'
  /** It never arrives, and its actor gives up. */
  | 'unheard'
  /** It arrives, but the answer does not. */
  | 'unanswered'
  /** As before, but its actor tries the same once more. */
  | 'unheard, tried again'
  | 'unanswered, tried again'
  /** Its actor gives up, and it arrives later. */
  | 'late'
  | 'late, tried again'
  /** Its actor dies; what it had asked for may arrive later. */
  | 'died'
  /** A proxy's answer. */
  | 'not found'
  /** A listing that lacks its first key. */
  | 'short'
  /** It is served, and then minutes go by. */
  | 'slow'

export const isLate = (fate: Fate) => fate.startsWith('late')
export const isTriedAgain = (fate: Fate) => fate.endsWith('tried again')

/** What the client makes of a request that got no answer after all tries. */
export const noAnswer = () => new Response(null, { status: 418 })
