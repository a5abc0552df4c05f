import {
  beginCheck,
  canary,
  CANARY_SIGNAL,
  endCheck,
  sign,
  SIGNATURE,
} from '#server/canary/canary.ts'
import { read } from '#server/collections/current.ts'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/find.ts'
import { post } from '#server/http/network.ts'
import { isObject } from '#server/http/request.ts'
import { channelFault } from '#server/notifications/channels.ts'
import { heartbeatSetting, limits, notifySettings } from '#server/notifications/settings.ts'
import { solve } from '#server/spam/altcha.ts'
import * as kv from '#server/storage/kv.ts'
import { pauseBudget } from '#server/storage/request-context.ts'
import { keyedHash } from '#server/storage/site-secret.ts'

/**
 * Once a day the site checks itself from outside, and only then asks for the heartbeat. If it fails,
 * it is made again an hour later. Returns 'passed' or what is wrong; undefined if none is due.
 */
export async function dailyCheck(): Promise<string | undefined> {
  // Netlify sets URL, and so does `npm start`. Without it nobody knows the site's address.
  const site = process.env['URL']
  const check = site ? await beginCheck() : null
  if (!site || !check) return undefined
  if (check.before) await sweepCanaries(check.before)
  const why = await faultOf(site, check.key)
  await endCheck(check, why)
  return why ?? 'passed'
}

async function faultOf(site: string, key: string): Promise<string | undefined> {
  try {
    await sendCanary(site, key)
  } catch (error) {
    if (!(error instanceof SiteFault)) throw error
    return error.message
  }
  return (await channelFault()) ?? (await beat())
}

/** A monitor would take silence for health, as after a deploy that lost its settings. */
const NOBODY = 'No heartbeat: nobody is told of submissions. Set NOTIFY_TO and SMTP_URL.'

/** Tells the monitor that all is well, if one is set; returns what went wrong, or undefined. */
async function beat(): Promise<string | undefined> {
  const setting = heartbeatSetting()
  if (!setting) return undefined
  const { is: url, wrong } = setting
  if (url === undefined) return wrong.join(' ')
  if (notifySettings().wanted.length === 0) return NOBODY
  const fault = await pauseBudget(() => post(url, limits.webhookMs))
  return fault && `HEARTBEAT_URL ${fault.words}`
}

/** A fault of the site, in words for the studio. */
class SiteFault extends Error {
  override name = 'SiteFault'
}

/** Every answer comes within 8.5 s. */
const ANSWER_MS = 9_000

const answers = {
  name: 'Canary',
  email: 'canary@example.com',
  subject: 'General Inquiry',
  message: 'The site sends this to itself once a day, and erases it.',
}

const own = { form: canary, name: canary.collection }

/**
 * Sends a canary through the site's public address, finds it in its held list, and erases it. Throws
 * a SiteFault that says what did not work.
 */
async function sendCanary(site: string, key: string): Promise<void> {
  const challenge = await ask(
    'The bot check',
    `${site}/api/forms/challenge?action=${canary.captchaAction}`,
  )
  const captchaToken = await pauseBudget(() => solve(challenge)).catch(() => {
    throw new SiteFault('The bot check’s challenge can’t be solved.')
  })
  const { id } = await ask('The contact form', `${site}/api/forms/contact`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      [SIGNATURE]: await sign(key),
    },
    body: JSON.stringify({ ...answers, captchaToken }),
  })
  await requireHeld(String(id))
  await sweepCanaries([key])
  if (await read(own, String(id))) {
    throw new SiteFault('The test message was deleted, but is still there.')
  }
}

async function requireHeld(id: string): Promise<void> {
  const { rows } = await list(own, { isHeld: true, order: orderOf(canary, ''), limit: 1 })
  const [row] = rows
  if (row?.id !== id) throw new SiteFault('The test message was taken, but is not there.')
  const others = row.submission.signals?.filter((one) => one !== CANARY_SIGNAL) ?? []
  if (others.length > 0) throw new SiteFault(`Every message is held now: ${others.join(', ')}.`)
}

async function ask(what: string, url: string, init: RequestInit = {}) {
  const options = { ...init, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) } as const
  const answer = await pauseBudget(() => fetch(url, options)).catch(() => null)
  if (!answer) throw new SiteFault(`${what} could not be reached.`)
  if (!answer.ok) throw new SiteFault(`${what} answered ${answer.status}.`)
  const body: unknown = await answer.json().catch(() => null)
  if (!isObject(body)) throw new SiteFault(`${what} answered with something else.`)
  return body
}

/** Where a canary's request and its list leave keys. Nothing else is below them. */
const ROOTS = ['rec', 'hint', 'rows', 'window']

/** Erases all of the canaries with these keys, also what they left when they died. */
async function sweepCanaries(keys: readonly string[]): Promise<void> {
  const left = (await Promise.all(ROOTS.map((root) => kv.list(`${root}/${own.name}/`)))).flat()
  // A canary's key is used once, so no newer claim is there.
  const claims = keys.map(async (key) => `claim/${await keyedHash('attempt', canary.name, key)}`)
  await Promise.all([...left, ...(await Promise.all(claims))].map(kv.remove))
}
