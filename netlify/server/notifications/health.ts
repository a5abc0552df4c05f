import { LRUCache } from 'lru-cache'
import { deployContext } from '#server/storage/budget.ts'
import { logFailure } from '#server/http/log.ts'
import * as kv from '#server/storage/kv.ts'
import type { Outcome } from './outcome.ts'
import type { Channel } from './settings.ts'

/** How a channel fares: when it last told the studio of something, and when and why it last failed. */
export type Health = {
  deliveredAt: string | null
  failedAt: string | null
  why: string | null
}

const UNKNOWN: Health = { deliveredAt: null, failedAt: null, why: null }
const key = (channel: Channel) => `channel/${channel}`

/** What this instance noted lately: a flood is not noted a thousand times. */
const noted = new LRUCache<string, true>({ max: 100, ttl: 30_000 })

export const readHealth = async (channel: Channel): Promise<Health> => ({
  ...UNKNOWN,
  // Only noteHealth writes there.
  ...((await kv.get(key(channel)))?.value as Partial<Health> | undefined),
})

/** Notes what came of a try. It is for people to look at: where it can't be noted, nothing is lost. */
export async function noteHealth(channel: Channel, outcome: Outcome): Promise<void> {
  const why = outcome.ok ? (outcome.note ?? null) : outcome.why
  const place = JSON.stringify([deployContext(), channel, outcome.ok, why])
  if (noted.has(place)) return
  // What went otherwise meanwhile is noted at once, too.
  noted.clear()
  noted.set(place, true)
  const now = new Date(Date.now()).toISOString()
  try {
    const health = await readHealth(channel)
    await kv.put(key(channel), {
      ...health,
      ...(outcome.ok && { deliveredAt: now }),
      ...(why !== null && { failedAt: now, why }),
    })
  } catch (error) {
    noted.clear()
    logFailure(error)
  }
}

/** Forgets what was noted, as a new instance does. */
export const forgetHealth = () => noted.clear()
