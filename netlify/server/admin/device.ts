import { randomUUID } from 'node:crypto'
import { currentEpoch, sealedCookie } from './sealed-cookie.ts'

/**
 * A browser in which the admin signed in before is known again by a cookie of its own, so that guesses
 * of strangers can't use up its tries (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies"). It opens nothing, and ends when sessions do: with another epoch.
 */
type Device = { device: string; epoch: string }

const DAY_S = 24 * 60 * 60

const deviceCookie = (request: Request, response: Response) =>
  sealedCookie<Device>([request, response], 'device', 180 * DAY_S)

/** Names the browser, if the admin signed in there within half a year. */
export async function knownDevice(request: Request): Promise<string | undefined> {
  const { device, epoch } = await deviceCookie(request, new Response())
  return device && epoch === (await currentEpoch()) ? device : undefined
}

/** Lets the browser be known from now on, by the name that it has already if it has one. */
export async function rememberDevice(request: Request, response: Response): Promise<void> {
  const cookie = await deviceCookie(request, response)
  cookie.device = (await knownDevice(request)) ?? randomUUID()
  cookie.epoch = await currentEpoch()
  await cookie.save()
}
