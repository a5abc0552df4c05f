import { createHmac, randomBytes } from 'node:crypto'
import { networkOf } from './network.ts'
import { storageUse } from '#server/storage/request-context.ts'
import { SealFault, StorageDown } from '#server/storage/faults.ts'

/** A line for each request and fault, without addresses, names or anything typed. */

/** Frames below these belong to the runtime. */
const LOGGED_FRAMES = 5

/** Logs the place of a failure without its message, which may quote what a person typed. */
export function logFailure(error: unknown): void {
  if (!(error instanceof Error)) return console.error('A thrown value was no Error.')
  if (error instanceof SealFault) return console.error(error.message)
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  const cause = error.cause instanceof Error ? error.cause.name : undefined
  const why = [cause, cause && storageUse().trouble].filter(Boolean).join(', ')
  const name = why ? `${error.name} (${why})` : error.name
  console.error([name, ...frames.slice(0, LOGGED_FRAMES)].join('\n'))
}

/** Logs that storage is down; throws any other error. */
export function logOutage(error: unknown): null {
  if (!(error instanceof StorageDown)) throw error
  logFailure(error)
  return null
}

type Answered = {
  id: string
  route: string
  method: string
  status: number
  milliseconds: number
  address: string
}

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

/** Without a set secret, networks can be compared within one process only. */
const ownSecret = randomBytes(32)
const HASH_DIGITS = 16

/** Distinguishes networks without naming them. */
const hashed = (address: string) =>
  createHmac('sha256', process.env['SESSION_SECRET'] ?? ownSecret)
    .update(`log ${networkOf(address)}`)
    .digest('hex')
    .slice(0, HASH_DIGITS)
