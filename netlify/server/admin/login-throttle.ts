import { randomInt, randomUUID } from 'node:crypto'
import { HttpError } from '#server/http/http-error.ts'
import { networkOf } from '#server/http/network.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note, type Noted } from '#server/storage/sliding-window.ts'
import { knownDevice } from './device.ts'

const MINUTE_MS = 60 * 1_000
const fewTries = { most: 10, spanMs: 15 * MINUTE_MS }
const strangersTries = { most: 30, spanMs: 60 * MINUTE_MS }
/** Of one network at most so many count among those of all strangers, or one could keep all others out. */
const ONE_NETWORKS_SHARE = 5

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
  const whose = await named(network)
  // Events of one name count once. Drawn, because tries in parallel can't count each other.
  const counted = `${whose} ${randomInt(ONE_NETWORKS_SHARE)}`
  return Promise.all([
    note(`login-address/${whose}`, attempt, fewTries),
    note('login-strangers', counted, strangersTries),
  ])
}

const named = (whose: string) => keyedHash('login', whose)

function tooMany(roomInMs: number): HttpError {
  const minutes = Math.ceil(roomInMs / MINUTE_MS)
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  return new HttpError(429, `Too many attempts. Please try again ${when}.`, {
    headers: { 'retry-after': String(Math.ceil(roomInMs / 1_000)) },
  })
}
