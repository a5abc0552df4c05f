import { setTimeout as pause } from 'node:timers/promises'

/** Faults of a request. */
const FATES = [
  /** The request never arrives. */
  'unheard',
  /** The request arrives, but its response does not. */
  'unanswered',
  /** The sender gives up, and the request arrives later, perhaps after newer requests. */
  'late',
  /** The response is delayed. */
  'slow',
] as const

/** The maximum delay of a late request or a slow response. */
const LATE_MS = 200

const noAnswer = () => new TypeError('The network failed.')
const aWhile = () => pause(Math.random() * LATE_MS)

/** A `fetch` with a fault in this share of its requests. */
export function faultyTransport(rate: number) {
  const onTheWay = new Set<Promise<unknown>>()

  const transport: typeof fetch = async (input, init) => {
    const fate = Math.random() < rate && FATES[Math.floor(Math.random() * FATES.length)]
    if (!fate) return fetch(input, init)
    if (fate === 'unheard') throw noAnswer()
    if (fate === 'late') {
      // The sender can't abort a request that is on the way.
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

  /** Waits until all late requests have arrived. */
  const atRest = async () => {
    while (onTheWay.size > 0) await Promise.all(onTheWay)
  }
  return { transport, atRest }
}
