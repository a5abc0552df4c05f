import { randomUUID } from 'node:crypto'
import { currentEpoch, sealedCookie } from './sealed-cookie.ts'

/**
 * A browser in which the admin signed in before is known by a cookie of its own, so that guesses of
 * strangers can't use up its tries (OWASP's device cookies). The cookie opens nothing.
 */
type Device = { device: string; epoch: string }

const HALF_A_YEAR_S = 180 * 24 * 60 * 60

const deviceCookie = (request: Request, response?: Response) =>
  sealedCookie<Device>('device', HALF_A_YEAR_S, request, response)

/** The browser's name, if it is known. */
export async function knownDevice(request: Request): Promise<string | undefined> {
  const { device, epoch } = await deviceCookie(request)
  return device && epoch === (await currentEpoch()) ? device : undefined
}

/** Makes the browser known under the name that it has, or a new one. */
export async function rememberDevice(request: Request, response: Response): Promise<void> {
  const cookie = await deviceCookie(request, response)
  cookie.device = (await knownDevice(request)) ?? randomUUID()
  cookie.epoch = await currentEpoch()
  await cookie.save()
}
