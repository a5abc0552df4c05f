import { randomInt, randomUUID } from 'node:crypto'
import { HttpError } from '#server/http/answers.ts'
import { logOutage } from '#server/http/log.ts'
import { networkOf } from '#server/http/network.ts'
import { MINUTE_MS } from '#server/storage/clock.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { afterAnswer } from '#server/storage/request-context.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note } from '#server/storage/sliding-window.ts'
import { currentEpoch, sealedCookie } from './sealed-cookie.ts'

const fewTries = { most: 10, spanMs: 15 * MINUTE_MS }
const strangersTries = { most: 30, spanMs: 60 * MINUTE_MS }
/** Most tries of one network among those of all strangers, so that it can't lock the others out. */
const ONE_NETWORKS_SHARE = 5
const HALF_A_YEAR_S = 180 * 24 * 60 * 60

/**
 * A browser in which the admin has signed in has a cookie of its own, so that strangers cannot use
 * up its tries (OWASP's device cookies). The cookie opens nothing.
 */
const deviceCookie = (request: Request, response?: Response) =>
  sealedCookie<{ device: string; epoch: string }>('device', HALF_A_YEAR_S, request, response)

async function knownDevice(request: Request): Promise<string | undefined> {
  const { device, epoch } = await deviceCookie(request)
  return device && epoch === (await currentEpoch()) ? device : undefined
}

/** Returns whether the browser was unknown. */
export async function rememberDevice(request: Request, response: Response): Promise<boolean> {
  const cookie = await deviceCookie(request, response)
  const known = await knownDevice(request)
  cookie.device = known ?? randomUUID()
  cookie.epoch = await currentEpoch()
  await cookie.save()
  return known === undefined
}

/**
 * 429 after too many tries; parallel guesses count too. `forgive` removes a successful try, if
 * storage can. Tries of another kind are counted for themselves.
 */
export async function requireTriesLeft(request: Request, address: string, kind = 'login') {
  const device = await knownDevice(request)
  const whose = await keyedHash('login', device ?? networkOf(address))
  const attempt = randomUUID()
  // A window counts a name once. It is random, because parallel tries do not see each other.
  const share = `${whose} ${randomInt(ONE_NETWORKS_SHARE)}`
  const own = `${kind}-${device ? 'device' : 'address'}/${whose}`
  const noted = await Promise.allSettled([
    note(own, attempt, fewTries),
    ...(device ? [] : [note(`${kind}-strangers`, share, strangersTries)]),
  ])
  const tries = noted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const forgive = () => Promise.all(tries.map(({ forget }) => forget().catch(logOutage)))
  const failed = noted.find((one) => one.status === 'rejected')
  if (failed || !tries.every(({ wasListed }) => wasListed)) {
    // No password is checked, so the try does not count. The outage may have used up the time.
    afterAnswer(`forgive ${attempt}`, forgive)
    if (failed) throw failed.reason as Error
    throw new StorageDown('A listing lacks a new key.')
  }
  const roomInMs = Math.max(...tries.map((one) => one.roomInMs))
  // The last one of a browser or a network.
  const isLast = tries[0]?.recent === fewTries.most
  if (roomInMs === 0) return { forgive, isLast }
  // A refused try does not count.
  await forgive()
  throw new HttpError(429, 'Too many attempts.', {
    headers: { 'retry-after': String(Math.ceil(roomInMs / 1_000)) },
  })
}
