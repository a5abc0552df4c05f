import { logFailure } from '#server/http/log.ts'
import * as kv from '#server/storage/kv.ts'
import type { Outcome } from './outcome.ts'
import type { Channel } from './settings.ts'

/** How a channel fares: when it last told the studio of something, and when and why it last failed. */
type Health = { deliveredAt: string | null; failedAt: string | null; why: string | null }

const UNKNOWN: Health = { deliveredAt: null, failedAt: null, why: null }
const keyOf = (channel: Channel) => `channel/${channel}`

export const readHealth = async (channel: Channel): Promise<Health> => ({
  ...UNKNOWN,
  // Only noteHealth writes there.
  ...((await kv.get(keyOf(channel)))?.value as Partial<Health> | undefined),
})

/** Notes what came of a try, for people to look at: if it can't be noted, nothing is lost. */
export async function noteHealth(channel: Channel, outcome: Outcome): Promise<void> {
  const why = outcome.ok ? outcome.note : outcome.why
  // To the minute, so that a flood is not noted a thousand times.
  const now = `${new Date(Date.now()).toISOString().slice(0, 16)}:00.000Z`
  try {
    const before = await readHealth(channel)
    const health = { ...before, ...(outcome.ok && { deliveredAt: now }) }
    if (why !== undefined) Object.assign(health, { failedAt: now, why })
    if (JSON.stringify(health) !== JSON.stringify(before)) await kv.put(keyOf(channel), health)
  } catch (error) {
    logFailure(error)
  }
}
