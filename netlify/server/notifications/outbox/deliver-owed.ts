import pMap from 'p-map'
import { logFailure } from '#server/http/log.ts'
import * as kv from '#server/storage/kv.ts'
import { look } from '#server/collections/truth.ts'
import { collectionOfDebt, deliver } from './deliver.ts'
import { deliverGathered, gather, readGathered } from './gathered.ts'
import { isTimeToGather, readHour } from './hour.ts'
import { debtAt, isTaken, owedKey, readOwed, type Debt, type Owed } from './owed.ts'
import { isDue } from './retries.ts'
import { notifySettings, type Channel } from '../settings.ts'
import { failedKey, isOver, settle } from './told.ts'

/** What the housekeeping does: whatever is owed and due is tried once more, each channel by itself. */

const READS_AT_ONCE = 64
/** Of what was given up, the newest. */
const MOST_LOOKED_AT = 50
const AT_ONCE: Record<Channel, number> = { mail: 4, webhook: 16 }

type Entry = { debt: Debt; owed: Owed }

/** Tries all that is due; what fails is tried again by a later run. */
export async function deliverOwed(isTime: () => boolean): Promise<void> {
  const settings = notifySettings()
  const { wanted } = settings
  if (wanted.length === 0) return
  const entries = await readAll()
  const isPending = ({ owed }: Entry, channel: Channel) => !isOver(owed[channel])
  const isCovered = await gatherWhatIsDue(
    entries.filter((one) => isPending(one, 'mail') && !isTaken(one.owed.mail?.taken)),
  )
  const { gatheringSince, gathered } = await readHour()
  const round = { settings, gathered: isCovered.names }
  const trying = (channel: Channel, some: readonly Entry[]) =>
    pMap(some, ({ debt }) => isTime() && attempt(() => deliver(debt, channel, round)), {
      concurrency: AT_ONCE[channel],
    })
  const due = (channel: Channel) =>
    entries.filter(
      (one) => isPending(one, channel) && isDue(one.owed.at, one.owed[channel]?.tries ?? 0),
    )
  const singly =
    gatheringSince === null ? due('mail').filter(({ debt }) => !isCovered.has(debt)) : []
  await Promise.all([
    ...gathered.map((name) => attempt(() => deliverGathered(name, settings, isTime))),
    wanted.includes('mail') && trying('mail', singly),
    wanted.includes('webhook') && trying('webhook', due('webhook')),
    attempt(forgetRemoved),
    // A crash came between what was written of it last and its end.
    ...entries.map(({ debt, owed }) => attempt(() => settle(debt, owed, wanted))),
  ])
}

/** What was given up for a record that is deleted since needs nobody's look. */
async function forgetRemoved(): Promise<void> {
  const failed = (await kv.list('failed/')).slice(0, MOST_LOOKED_AT).map(debtAt)
  await pMap(failed, async (debt) => {
    const collection = collectionOfDebt(debt)
    if (!collection || (await look(collection, debt.id)).isRemoved) await kv.remove(failedKey(debt))
  })
}

/** Makes the gathered mail where it is time. Says which records such mails cover, and which mails those are. */
async function gatherWhatIsDue(entries: readonly Entry[]) {
  const before = await readHour()
  const covered = await coveredBy(before.gathered)
  if (!isTimeToGather(before)) return covered
  await gather(
    before,
    entries.map(({ debt }) => debt).filter((debt) => !covered.has(debt)),
  )
  return coveredBy((await readHour()).gathered)
}

async function coveredBy(gathered: readonly string[]) {
  const mails = await Promise.all(gathered.map(readGathered))
  const keys = new Set(mails.flatMap((one) => one?.debts ?? []).map(owedKey))
  return { names: new Set(gathered), has: (debt: Debt) => keys.has(owedKey(debt)) }
}

/** All that is owed. Where a run has not time for all, another one begins elsewhere. */
async function readAll(): Promise<Entry[]> {
  const debts = (await kv.list('owed/')).map(debtAt)
  const first = Math.floor(Math.random() * debts.length)
  const turned = [...debts.slice(first), ...debts.slice(0, first)]
  const entries = await pMap(
    turned,
    async (debt) => {
      const owed = await readOwed(debt)
      return owed && { debt, owed }
    },
    { concurrency: READS_AT_ONCE },
  )
  return entries.filter((one) => one !== null)
}

const attempt = (work: () => Promise<unknown>) => work().catch(logFailure)
