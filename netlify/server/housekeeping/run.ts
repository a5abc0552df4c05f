import { type Collection, everyCollection } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { keepRecent } from '#server/collections/recent.ts'
import { DUE } from '#server/collections/keys.ts'
import { logFailure } from '#server/http/log.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { takeOverEarlier } from '#server/notifications/outbox/earlier.ts'
import { nextDigest, sendDigest } from '#server/notifications/digest.ts'
import { askForBuild } from '#server/rebuild/ask-for-build.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { checkTile, partsOf, type Part } from './check.ts'
import { mend, sweepChunks, sweepExpired } from './mend.ts'

/**
 * The scheduled work. Each run sends due notifications and asks for a due build. Once an hour, when
 * the digest is due, and soon after a deletion, a run also tidies the store: it brings rows up to
 * date, compares them with the records at least once a day, and sweeps expired keys and leftovers
 * of crashes. A run ends when its time is over, and the next one continues. A crash at any point
 * does no harm.
 */

/** A scheduled function has 30 s (Netlify). */
const RUN_MS = 20_000
const HOUR_MS = 60 * 60 * 1_000

/** The open part, and the newest tile. */
const NEWEST_PARTS = 2
/** Hourly runs until all other tiles are checked: once a day. */
const RUNS_A_ROUND = 20
const TURN = 'housekeeping/turn'
/** The number in the round, and how many parts of it are done. */
type Turn = { turn: number; done: number }

export type Report = {
  isTidied: boolean
  /** Faults that were mended, and useless keys that were removed. */
  mended: number
  swept: number
  /** Collections, parts and keys left for the next run. */
  left: number
  failed: number
}

type Run = { report: Report; msLeft: () => number }

/** It throws nothing: failures are logged and counted, and the next run tries again. */
export async function runHousekeeping(ms = RUN_MS): Promise<Report> {
  const end = performance.now() + ms
  const report: Report = { isTidied: false, mended: 0, swept: 0, left: 0, failed: 0 }
  const run: Run = { report, msLeft: () => end - performance.now() }
  // In parallel, so that a channel that hangs delays nothing else.
  await Promise.all([
    attempt(run, () => deliverPending(() => run.msLeft() > 0)),
    attempt(run, () => tidyWhereDue(run)),
    attempt(run, askForBuild),
  ])
  return report
}

async function attempt({ report }: Run, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    logFailure(error)
    report.failed++
  }
}

/** One key says when tidying is due, so that an idle run costs few requests. */
async function tidyWhereDue(run: Run): Promise<void> {
  const { report } = run
  const due = await kv.get(DUE)
  const { at } = (due?.value ?? {}) as { at?: number }
  // Limits the wait to an hour, even after a clock was set back.
  if (typeof at === 'number' && Math.abs(at - Date.now()) <= HOUR_MS && at > Date.now()) return
  report.isTidied = true
  await Promise.all([attempt(run, sendDigest), tidy(run)])
  const isDone = report.failed + report.left === 0
  const next = { at: isDone ? Math.min(Date.now() + HOUR_MS, await nextDigest()) : 0 }
  // Refused if a deletion has asked for a run meanwhile.
  await (due ? kv.replace(DUE, next, due.etag) : kv.create(DUE, next))
}

async function tidy(run: Run): Promise<void> {
  const { report, msLeft } = run
  await attempt(run, takeOverEarlier)
  const collections = await everyCollection()
  for (const [index, collection] of collections.entries()) {
    await attempt(run, async () => {
      const isDone = await fold(collection, msLeft() / (collections.length - index))
      if (!isDone) report.left++
      await keepRecent(collection)
      report.swept += await sweepChunks(collection)
    })
  }
  await attempt(run, async () => {
    const { swept, left } = await sweepExpired(() => msLeft() > 0)
    report.swept += swept
    report.left += left
  })
  await attempt(run, () => check(run, collections))
}

async function check(run: Run, collections: readonly Collection[]): Promise<void> {
  const { turn = 0, done = 0 } = ((await kv.get(TURN))?.value ?? {}) as Partial<Turn>
  const parts = await partsToCheck(collections, turn)
  const mended = new Set<Collection>()
  let at = done
  for (const { collection, ...part } of parts.slice(done)) {
    if (run.msLeft() <= 0) break
    const faults = await checkTile(collection, part)
    await mend(collection, faults)
    run.report.mended += Object.values(faults).reduce((sum, { length }) => sum + length, 0)
    if (faults.wrong.length + faults.lost.length > 0) mended.add(collection)
    at++
  }
  // Wrong rows have hints by now: rebuild them if there is time.
  for (const collection of mended) await attempt(run, () => fold(collection, run.msLeft()))
  const left = Math.max(0, parts.length - at)
  run.report.left += left
  const next: Turn = left > 0 ? { turn, done: at } : { turn: (turn + 1) % RUNS_A_ROUND, done: 0 }
  await kv.put(TURN, next)
}

/**
 * A run checks the open part and the newest tile of each collection, and its share of the other
 * tiles. A tile stays in the same share while it begins with the same id.
 */
async function partsToCheck(collections: readonly Collection[], turn: number) {
  const each = collections.map(async (collection) => {
    const isTurn = ({ span }: Part, index: number) =>
      index < NEWEST_PARTS || createdAtOf(span.from) % RUNS_A_ROUND === turn
    return (await partsOf(collection)).filter(isTurn).map((part) => ({ collection, ...part }))
  })
  return (await Promise.all(each)).flat()
}
