import { afterAnswer } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt } from '#server/storage/record-id.ts'
import { deliver, deliverFirst } from './deliver.ts'
import { isKnownToGather } from './hour.ts'
import { changeOwed, isTaken, owedKey, take, type Debt, type Owed } from './owed.ts'
import { notifySettings, type Channel, type NotifySettings } from '../settings.ts'
import { failedKey, readTold } from './told.ts'

/**
 * Owes the studio a word of a submission. It is written beside the record, before the visitor's
 * answer; the first try is made after it.
 */

/** First tries that one instance makes at once; what comes beyond is left to the housekeeping. */
const MOST_FIRST_TRIES = 32
let firstTries = 0

/** Of a record that is added at this moment. */
export async function owe(debt: Debt): Promise<void> {
  const settings = notifySettings()
  if (settings.wanted.length === 0) return
  logWrong(settings)
  // Whoever makes it has taken it: then the first try needs no other write.
  const progress = { tries: 0, taken: take() }
  const owed: Owed = { at: bornAt(debt.id) }
  for (const channel of settings.wanted) owed[channel] = progress
  const outcome = await kv.create(owedKey(debt), owed)
  tryAfterAnswer(debt, settings, outcome === 'created' ? owed : null)
}

/** What this instance has said is wrong. */
let said = ''

/** Says in the log, once, which settings are wrong: their names, and what to write. */
function logWrong({ wrong }: NotifySettings): void {
  const faults = [...wrong.mail, ...wrong.webhook].join(' ')
  if (faults !== '' && faults !== said) console.error(`Notifications are not set right. ${faults}`)
  said = faults
}

/** Of a record that may have been told of already: for whoever finds it stored, or completes it. */
export async function oweUnlessTold(debt: Debt): Promise<void> {
  if (notifySettings().wanted.length === 0) return
  const told = await readTold(debt)
  if (Object.keys(told).length === 0) await owe(debt)
}

/**
 * Of a record that stood back until now, or that was given up: tries begin anew, through the channels
 * that have not told of it.
 */
export async function oweAnew(debt: Debt): Promise<void> {
  const settings = notifySettings()
  if (settings.wanted.length === 0) return
  const told = await readTold(debt)
  const owed: Owed = { at: Date.now() }
  for (const channel of settings.wanted) {
    const fate = told[channel]
    if (fate && 'toldAt' in fate) owed[channel] = { tries: 1, ...fate }
  }
  if (settings.wanted.every((channel) => owed[channel])) return
  const outcome = await kv.create(owedKey(debt), owed)
  if (outcome !== 'created') await changeOwed(debt, (now) => begunAnew(now, settings.wanted))
  tryAfterAnswer(debt, settings, null)
  await kv.remove(failedKey(debt))
}

/** What somebody is trying at this moment goes on as it is. */
function begunAnew(now: Owed, wanted: readonly Channel[]): Owed {
  const anew = wanted.filter((one) => !now[one]?.toldAt && !isTaken(now[one]?.taken))
  return { ...now, at: Date.now(), ...Object.fromEntries(anew.map((one) => [one, { tries: 0 }])) }
}

function tryAfterAnswer(debt: Debt, settings: NotifySettings, made: Owed | null): void {
  const round = { settings, gathered: new Set<string>() }
  for (const channel of settings.wanted) {
    if (channel === 'mail' && isKnownToGather()) continue
    afterAnswer(`tell ${channel} ${owedKey(debt)}`, async () => {
      if (firstTries >= MOST_FIRST_TRIES) return
      firstTries++
      const taken = made?.[channel]?.taken
      const trying =
        made && taken
          ? deliverFirst(debt, channel, round, made, taken)
          : deliver(debt, channel, round)
      await trying.finally(() => firstTries--)
    })
  }
}
