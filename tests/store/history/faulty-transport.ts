import { setTimeout as pause } from 'node:timers/promises'

/** What can become of a request that is not simply served. */
const FATES = [
  /** It never arrives. */
  'unheard',
  /** It arrives, but its answer does not. */
  'unanswered',
  /** Its sender gives up, and it arrives later: maybe behind what was sent after it. */
  'late',
  /** Its answer takes a while. */
  'slow',
] as const

/** Longest time that a request is late, or its answer slow, in milliseconds. */
const LATE_MS = 200

const noAnswer = () => new TypeError('The network failed.')
const aWhile = () => pause(Math.random() * LATE_MS)

/** A way to the store on which this share of the requests meets a fault. */
export function faultyTransport(rate: number) {
  const onTheWay = new Set<Promise<unknown>>()

  const transport: typeof fetch = async (input, init) => {
    const fate = Math.random() < rate && FATES[Math.floor(Math.random() * FATES.length)]
    if (!fate) return fetch(input, init)
    if (fate === 'unheard') throw noAnswer()
    if (fate === 'late') {
      // Nobody can call it back.
      const arrival = aWhile().then(() => fetch(input, { ...init, signal: null }))
      const done = arrival.catch(() => undefined).finally(() => onTheWay.delete(done))
      onTheWay.add(done)
      throw noAnswer()
    }
    const answer = await fetch(input, init)
    if (fate === 'unanswered') throw noAnswer()
    await aWhile()
    return answer
  }

  /** Resolves once everything late has arrived. */
  const atRest = async () => {
    while (onTheWay.size > 0) await Promise.all(onTheWay)
  }
  return { transport, atRest }
}
