import { forms } from '#forms/index.ts'
import type { Collection } from '#server/collections/collection.ts'
import { isHidden } from '#server/collections/rows/row.ts'
import { look, rowOf } from '#server/collections/truth.ts'
import { deployContext } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import { tell } from '../channels.ts'
import type { Outcome } from '../outcome.ts'
import { hasPlace } from './hour.ts'
import { noticeOf } from '../notice.ts'
import { changeOwed, isTaken, owedKey, take } from './owed.ts'
import type { Debt, Owed, Progress, Taken } from './owed.ts'
import { isDue, isLastTry } from './retries.ts'
import type { Channel, NotifySettings } from '../settings.ts'
import { isOver, readTold, settle } from './told.ts'

/** What a try must know: the settings, and which gathered mails there are. */
export type Round = { settings: NotifySettings; gathered: ReadonlySet<string> }

/** What this instance is delivering: whatever a clock says, it does nothing twice at once. */
const underWay = new Set<string>()

/** Tries one channel of what is owed, where it is due and nobody else has it. */
export async function deliver(debt: Debt, channel: Channel, round: Round): Promise<void> {
  const taken = take()
  await alone(debt, channel, async () => {
    const owed = await changeOwed(debt, (now) => {
      const progress: Progress = now[channel] ?? { tries: 0 }
      const isMine = isDue(now.at, progress.tries) && !isOver(progress) && !isTaken(progress.taken)
      return isMine ? { ...now, [channel]: { ...progress, taken } } : null
    })
    if (owed) await tryOnce(debt, channel, round, owed, taken)
  })
}

/** The first try, of what its maker has taken for itself. */
export const deliverFirst = (
  debt: Debt,
  channel: Channel,
  round: Round,
  owed: Owed,
  taken: Taken,
) => alone(debt, channel, () => tryOnce(debt, channel, round, owed, taken))

async function alone(debt: Debt, channel: Channel, work: () => Promise<void>): Promise<void> {
  const place = `${deployContext()} ${channel} ${owedKey(debt)}`
  if (underWay.has(place)) return
  underWay.add(place)
  await work().finally(() => underWay.delete(place))
}

/**
 * What came of a try. `wait`: mails are gathered at present. `absent`: the record is not there (an
 * attempt that has not come to it may still be completed), or held (a release owes it anew). `gone`:
 * there is nothing to tell of any more.
 */
type Result = Outcome | 'wait' | 'absent' | 'gone' | { toldAt: string }

async function tryOnce(
  debt: Debt,
  channel: Channel,
  round: Round,
  owed: Owed,
  taken: Taken,
): Promise<void> {
  const { wanted } = round.settings
  const result = await resultOf(debt, channel, round)
  if (result === 'gone') return kv.remove(owedKey(debt))
  const change = (now: Owed) => after(now, channel, taken, result)
  // Where it is the last one, it need not be written what is noted for good in the next moment.
  const isLast = wanted.every((one) => one === channel || isOver(owed[one]))
  const isTold = typeof result === 'object' && ('toldAt' in result || result.ok)
  const changed = isTold && isLast ? change(owed) : await changeOwed(debt, change)
  if (!changed) return
  if (result === 'absent' && isLastTry(changed[channel]?.tries ?? 0)) return drop(debt)
  await settle(debt, changed, wanted)
}

async function resultOf(debt: Debt, channel: Channel, round: Round): Promise<Result> {
  const { settings, gathered } = round
  // Before it is looked whether the studio was told: a gathered mail may have done so meanwhile.
  if (channel === 'mail' && settings.mail && !(await hasPlace(debt.id, gathered))) return 'wait'
  const collection = collectionOfDebt(debt)
  if (!collection) return 'gone'
  const [told, truth] = await Promise.all([readTold(debt), look(collection, debt.id)])
  if (truth.isRemoved) return 'gone'
  const fate = told[channel]
  if (fate && 'toldAt' in fate) return fate
  const row = rowOf(truth)
  if (!row || isHidden(row)) return 'absent'
  return tell(channel, await noticeOf(collection, row.submission), settings)
}

/**
 * Lets go of what is owed for nothing. Looked at once more, because somebody may have completed the
 * record in that moment, and found it owed already.
 */
async function drop(debt: Debt): Promise<void> {
  await kv.remove(owedKey(debt))
  const collection = collectionOfDebt(debt)
  const row = collection && rowOf(await look(collection, debt.id))
  if (row && !isHidden(row)) await kv.create(owedKey(debt), { at: Date.now() })
}

/** The collection of a debt; none where its form is not there any more. */
export function collectionOfDebt({ name }: Debt): Collection | null {
  const form = forms.find(({ collection }) => name.split('.')[0] === collection)
  return form ? { form, name } : null
}

function after(
  now: Owed,
  channel: Channel,
  taken: Taken,
  result: Exclude<Result, 'gone'>,
): Owed | null {
  const { taken: holder, ...progress } = { tries: 0, ...now[channel] }
  const isOurs = holder?.by === taken.by
  if (typeof result === 'object' && 'toldAt' in result) {
    return { ...now, [channel]: { ...progress, ...result } }
  }
  const tries = progress.tries + 1
  if (typeof result === 'object' && result.ok) {
    return { ...now, [channel]: { tries, toldAt: new Date(Date.now()).toISOString() } }
  }
  // Somebody who has taken it over counts his own try.
  if (!isOurs) return null
  if (result === 'wait') return { ...now, [channel]: progress }
  const why = result === 'absent' ? {} : { why: result.why }
  return { ...now, [channel]: { ...progress, tries, ...why } }
}
