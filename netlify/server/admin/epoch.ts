import { createHash, randomUUID } from 'node:crypto'
import * as kv from '#server/storage/kv.ts'
import { adminConfig } from './admin-config.ts'

const EPOCH_KEY = 'session-epoch'

/**
 * Sealed into each cookie of the admin's: one of another epoch, of another password or of another
 * admin's address is over.
 */
export async function currentEpoch(): Promise<string> {
  const named = ((await kv.get(EPOCH_KEY))?.value ?? 'first') as string
  const { email, passwordHash } = adminConfig()
  const who = createHash('sha256')
    .update(JSON.stringify([email, passwordHash]))
    .digest('hex')
  return `${named}-${who.slice(0, 16)}`
}

/** Ends every cookie that was sealed before. Any other name will do, so two at once don't disturb each other. */
export const beginEpoch = (): Promise<void> => kv.put(EPOCH_KEY, randomUUID())
