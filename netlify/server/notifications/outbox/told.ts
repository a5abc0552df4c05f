import { toldKey } from '#server/collections/keys.ts'
import * as kv from '#server/storage/kv.ts'
import { isLastTry } from './retries.ts'
import { owedKey, type Debt, type Owed, type Progress } from './owed.ts'
import { CHANNELS, type Channel } from '../settings.ts'

/** What became of one channel's telling, for good. */
export type Fate = { toldAt: string } | { failedAt: string; why: string }
/** What became of all of it. */
export type Told = Partial<Record<Channel, Fate>>

export const failedKey = ({ name, id }: Debt) => `failed/${name}/${id}`

/** What became of it; nothing yet where there is nothing. */
export const readTold = async (debt: Debt): Promise<Told> =>
  // Only this file writes there.
  (await kv.get(toldKey(debt.name, debt.id)))?.value ?? {}

/** Whether a channel has nothing more to do. */
export const isOver = ({ toldAt, tries = 0 }: Partial<Progress> = {}): boolean =>
  toldAt !== undefined || isLastTry(tries)

/**
 * Ends what is owed, where every wanted channel is done: what became of it is noted first, so that
 * whoever finds the entry after a crash tells nobody twice.
 */
export async function settle(debt: Debt, owed: Owed, wanted: readonly Channel[]): Promise<boolean> {
  if (!wanted.every((channel) => isOver(owed[channel]))) return false
  const told: Told = {}
  for (const channel of CHANNELS) {
    const progress = owed[channel]
    if (progress && isOver(progress)) told[channel] = fateOf(progress)
  }
  await kv.put(toldKey(debt.name, debt.id), told)
  await end(debt, told)
  return true
}

/** Lets go of what is owed; a channel that was given up stands among the failed ones first. */
export async function end(debt: Debt, told: Told): Promise<void> {
  const hasFailed = Object.values(told).some((fate) => 'failedAt' in fate)
  if (hasFailed) await kv.put(failedKey(debt), null)
  await kv.remove(owedKey(debt))
}

const fateOf = ({ toldAt, why = '' }: Progress): Fate =>
  toldAt === undefined ? { failedAt: new Date(Date.now()).toISOString(), why } : { toldAt }
