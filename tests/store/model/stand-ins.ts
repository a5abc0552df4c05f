import { vi } from 'vitest'
import { currentActor } from './actor.ts'

/**
 * What is outside of our code and would not be the same each time. To be imported before anything
 * else: it stands in the place of the modules.
 */

vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomBytes: (bytes: number) => Buffer.from(nextNumber().padStart(2 * bytes, '0'), 'hex'),
  randomUUID: () => `write-${nextNumber()}`,
}))

// Threads answer when they like.
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

/** How many names each actor has made: they say nothing of who was first. */
const made = new Map<string, number>()

/** A number that nobody else has made: the actor's phase, its place in that, and its count. */
function nextNumber(): string {
  const [, phase = '99', place = '0'] = /^(\d+)\.(\d+)/.exec(currentActor()?.name ?? '') ?? []
  const own = phase.padStart(2, '0') + place.padStart(2, '0')
  const count = (made.get(own) ?? 0) + 1
  made.set(own, count)
  return own + count.toString(16).padStart(6, '0')
}

type Channel = 'mail' | 'webhook'

/** Takes what tells the studio of these records; it throws where the channel is down. */
type PostOffice = (channel: Channel, ids: readonly string[]) => void
let postOffice: PostOffice = () => undefined

const IDS = /\d{13}-[0-9a-f]{12}/g

function mailed({ subject, text }: { subject: string; text: string }) {
  // A mail's lines are broken anywhere.
  if (!subject.startsWith('Digest')) postOffice('mail', text.replaceAll('\n', '').match(IDS) ?? [])
  return { accepted: ['studio'], rejected: [] }
}

/** Begins a world: names are counted anew, and both channels lead to this post office. */
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
