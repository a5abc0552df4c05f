import { randomUUID } from 'node:crypto'
import { HttpError } from '#server/http/http-error.ts'
import { networkOf } from '#server/http/network.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note, type Noted } from '#server/storage/sliding-window.ts'
import { knownDevice } from './device.ts'

const MINUTE_MS = 60 * 1_000
const fewTries = { most: 10, spanMs: 15 * MINUTE_MS }
const strangersTries = { most: 30, spanMs: 60 * MINUTE_MS }

/**
 * 429 once a browser, or whoever never signed in here, tried too often. Counted before the password is
 * looked at, so that guesses in parallel don't slip through; `forgive` takes a successful try out
 * again.
 */
export async function requireTriesLeft(request: Request, address: string) {
  const tries = await counted(await knownDevice(request), networkOf(address))
  const roomInMs = Math.max(...tries.map((one) => one.roomInMs))
  const forgive = () => Promise.all(tries.map(({ forget }) => forget()))
  if (roomInMs === 0) return { forgive }
  // What is refused by one count was no try for the other.
  await forgive()
  throw tooMany(roomInMs)
}

async function counted(device: string | undefined, network: string): Promise<Noted[]> {
  const attempt = randomUUID()
  if (device) return [await note(`login-device/${await named(device)}`, attempt, fewTries)]
  const byNetwork = note(`login-address/${await named(network)}`, attempt, fewTries)
  return Promise.all([byNetwork, note('login-strangers', attempt, strangersTries)])
}

const named = (whose: string) => keyedHash('login', whose)

function tooMany(roomInMs: number): HttpError {
  const minutes = Math.ceil(roomInMs / MINUTE_MS)
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  return new HttpError(429, `Too many attempts. Please try again ${when}.`, {
    headers: { 'retry-after': String(Math.ceil(roomInMs / 1_000)) },
  })
}
