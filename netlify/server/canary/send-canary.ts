import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/order.ts'
import { read } from '#server/collections/change.ts'
import { isObject } from '#server/http/request.ts'
import { solve } from '#server/spam/altcha.ts'
import { pauseBudget } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { canary, CANARY_SIGNAL, sign, SIGNATURE } from './canary.ts'

/** A fault of the site, in words for the studio. */
export class SiteFault extends Error {
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
export async function sendCanary(site: string, key: string): Promise<void> {
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
export async function sweepCanaries(keys: readonly string[]): Promise<void> {
  const left = (await Promise.all(ROOTS.map((root) => kv.list(`${root}/${own.name}/`)))).flat()
  // A canary's key is used once, so no newer claim is there.
  const claims = keys.map(async (key) => `claim/${await keyedHash('attempt', canary.name, key)}`)
  await Promise.all([...left, ...(await Promise.all(claims))].map(kv.remove))
}
