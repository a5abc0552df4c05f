import { createHmac, randomBytes } from 'node:crypto'
import { networkOf } from './network.ts'
import { storageUse } from '#server/storage/budget.ts'

/** The log has no address, no name, nothing that anybody typed: a line for each request and fault. */

/** Frames of a stack that say where it was; what lies below them is the runtime's. */
const LOGGED_FRAMES = 5

/** Logs where something failed. Messages may quote what a person typed, so they stay out. */
export function logFailure(error: unknown): void {
  if (!(error instanceof Error)) return console.error('A thrown value was no Error.')
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  const cause = error.cause instanceof Error ? error.cause.name : undefined
  const why = [cause, cause && storageUse().trouble].filter(Boolean).join(', ')
  const name = why ? `${error.name} (${why})` : error.name
  console.error([name, ...frames.slice(0, LOGGED_FRAMES)].join('\n'))
}

type Answered = {
  id: string
  route: string
  method: string
  status: number
  milliseconds: number
  address: string
}

/** Logs a request that was answered, in one line. */
export function logRequest({ milliseconds, address, ...told }: Answered): void {
  const line = {
    time: new Date().toISOString(),
    ...told,
    milliseconds: Math.round(milliseconds),
    storageRequests: storageUse().requests,
    address: hashed(address),
  }
  console.info(JSON.stringify(line))
}

/** Where no secret is set, lines of this process alone can be told to come from one network. */
const ownSecret = randomBytes(32)
const HASH_DIGITS = 16

/** Tells networks apart, and gives none of them away. */
const hashed = (address: string) =>
  createHmac('sha256', process.env['SESSION_SECRET'] ?? ownSecret)
    .update(`log ${networkOf(address)}`)
    .digest('hex')
    .slice(0, HASH_DIGITS)
