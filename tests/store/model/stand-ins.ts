import { vi } from 'vitest'
import { currentActor } from './actor.ts'

/**
 * Replaces modules with results that differ from run to run. Import this file first, because it
 * mocks modules.
 */

vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomBytes: (bytes: number) => Buffer.from(nextNumber().padStart(2 * bytes, '0'), 'hex'),
  randomUUID: () => `write-${nextNumber()}`,
}))

// Threads finish in any order, so the stand-in works without them.
vi.mock('node:zlib', async (original) => {
  const real = await original<typeof import('node:zlib')>()
  type Done = (error: Error | null, result?: Buffer) => void
  return {
    ...real,
    gzip: (bytes: Uint8Array, done: Done) => done(null, real.gzipSync(bytes, { level: 1 })),
    gunzip: (bytes: ArrayBuffer, done: Done) => {
      let plain: Buffer
      try {
        plain = real.gunzipSync(bytes)
      } catch (error) {
        done(error as Error)
        return
      }
      done(null, plain)
    },
  }
})

vi.mock('nodemailer', () => ({
  createTransport: () => ({
    sendMail: (mail: { subject: string; text: string }) => Promise.resolve(mailed(mail)),
  }),
}))

/** The count of numbers of each actor. Numbers are unique, but do not show which came first. */
const made = new Map<string, number>()

/** A unique number of the actor's phase, its index there, and its count. */
function nextNumber(): string {
  const [, phase = '99', place = '0'] = /^(\d+)\.(\d+)/.exec(currentActor()?.name ?? '') ?? []
  const own = phase.padStart(2, '0') + place.padStart(2, '0')
  const count = (made.get(own) ?? 0) + 1
  made.set(own, count)
  return own + count.toString(16).padStart(6, '0')
}

type Channel = 'mail' | 'webhook'

/** Receives the notifications of records; throws if the channel is down. */
type PostOffice = (channel: Channel, ids: readonly string[]) => void
let postOffice: PostOffice = () => undefined

const IDS = /\d{13}-[0-9a-f]{12}/g

function mailed({ subject, text }: { subject: string; text: string }) {
  // Mail text can have a line break anywhere.
  if (!subject.startsWith('Digest')) postOffice('mail', text.replaceAll('\n', '').match(IDS) ?? [])
  return { accepted: ['studio'], rejected: [] }
}

/** Starts a world: resets the counts and connects both channels to `office`. */
export function beginWith(office: PostOffice) {
  made.clear()
  postOffice = office
  vi.stubEnv('NOTIFY_TO', 'team@studio.test')
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:25')
  vi.stubEnv('NOTIFY_WEBHOOK_URL', 'https://hook.test/')
  vi.stubEnv('NOTIFY_WEBHOOK_SECRET', `whsec_${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubGlobal('fetch', (_: string, init: { headers: Record<string, string> }) => {
    postOffice('webhook', [init.headers['webhook-id'] ?? ''])
    return Promise.resolve(new Response(null, { status: 204 }))
  })
}
