import pMap from 'p-map'
import { completeLog } from '#server/audit/check-log.ts'
import { type Collection, everyCollection } from '#server/collections/collection.ts'
import { DUE } from '#server/collections/keys.ts'
import { sum } from '#server/collections/row.ts'
import { writeRecentFile } from '#server/collections/rows/recent.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { logFailure } from '#server/http/log.ts'
import { nextDigest, sendDigest } from '#server/notifications/digest.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { takeOverEarlier } from '#server/notifications/outbox/queue.ts'
import { mailOfNoBotCheck } from '#server/notifications/no-bot-check.ts'
import { askForBuild } from '#server/rebuild/build-hook.ts'
import { HOUR_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { checkTile, partsOf, type Part } from './check-tile.ts'
import { dailyCheck } from './daily-check.ts'
import { mend, sweepChunks, sweepExpired } from './mend.ts'

/**
 * The scheduled work. Each run lists what is pending, and reads the key that says when planned work
 * is due: an idle run makes these two requests. Planned work is due once an hour, for the
 * digest, and soon after a deletion. Once a day it includes a check of the whole site. A run ends
 * when its time is over, and the next one continues. A crash at any point does no harm.
 */

/** A scheduled function has 30 s (Netlify). */
const RUN_MS = 20_000

export type Report = {
  isTidied: boolean
  /** Faults that were mended, and useless keys that were removed. */
  mended: number
  swept: number
  /** Collections, parts and keys left for the next run. */
  left: number
  failed: number
  /** 'passed', or what is wrong; if a daily check was made. */
  check?: string
}

/** What the pieces of a run share. */
type Run = { report: Report; msLeft: () => number }

/** It throws nothing: failures are logged and counted, and the next run tries again. */
export async function runHousekeeping(ms = RUN_MS): Promise<Report> {
  const end = performance.now() + ms
  const report: Report = { isTidied: false, mended: 0, swept: 0, left: 0, failed: 0 }
  const run: Run = { report, msLeft: () => end - performance.now() }
  // In parallel, so that a channel that hangs delays nothing else.
  await Promise.all([
    attempt(run, () => deliverPending(() => run.msLeft() > 0)),
    attempt(run, () => workWhereDue(run)),
    attempt(run, askForBuild),
  ])
  return report
}

/**
 * Does the planned work if it is due. A deletion writes the key too, and wins: the worst result is
 * one run too many. What is pending does not depend on the key.
 */
async function workWhereDue(run: Run): Promise<void> {
  const { report } = run
  const due = await kv.get(DUE)
  const { at } = (due?.value ?? {}) as { at?: number }
  // Limits the wait to an hour, even after a clock was set back.
  if (typeof at === 'number' && Math.abs(at - Date.now()) <= HOUR_MS && at > Date.now()) return
  report.isTidied = true
  await Promise.all([
    checkAndTell(run),
    attempt(run, () => mailOfNoBotCheck(() => run.msLeft() > 0)),
    tidy(run),
  ])
  const isDone = report.failed + report.left === 0
  const next = { at: isDone ? Math.min(Date.now() + HOUR_MS, await nextDigest()) : 0 }
  // Refused if a deletion has asked for a run meanwhile.
  await (due ? kv.replace(DUE, next, due.etag) : kv.create(DUE, next))
}

/** The digest comes last: it says what the check has found. */
async function checkAndTell(run: Run): Promise<void> {
  await attempt(run, async () => {
    const check = await dailyCheck()
    if (check !== undefined) run.report.check = check
  })
  await attempt(run, sendDigest)
}

/** Each fold holds some tiles in memory. */
const LISTS_AT_ONCE = 4
const PARTS_AT_ONCE = 8

/** The open part, and the newest tile. */
const NEWEST_PARTS = 2
/** Hourly runs until all other tiles are checked: once a day. */
const RUNS_A_ROUND = 20
const TURN = 'housekeeping/turn'
/**
 * The number in the round, and how many parts of it are done. A turn in which a part failed is
 * repeated once: most faults pass, and one that stays must not hold up the round.
 */
type Turn = { turn: number; done: number; hasFailed: boolean; isRepeat: boolean }
const FIRST: Turn = { turn: 0, done: 0, hasFailed: false, isRepeat: false }

/**
 * Tidies the store: brings rows up to date, sweeps, and compares a share of the rows with the
 * records. A run is paid by its seconds and mostly waits for storage, so lists and parts are tidied
 * side by side.
 */
async function tidy(run: Run): Promise<void> {
  await Promise.all([
    attempt(run, takeOverEarlier),
    attempt(run, completeLog),
    attempt(run, () =>
      sweep(
        run,
        sweepExpired(() => run.msLeft() > 0),
      ),
    ),
    attempt(run, () => tidyLists(run)),
  ])
}

async function sweep({ report }: Run, sweeping: ReturnType<typeof sweepChunks>): Promise<void> {
  const { swept, left } = await sweeping
  report.swept += swept
  report.left += left
}

async function tidyLists(run: Run): Promise<void> {
  const lists = await everyCollection()
  const tidyOne = (list: Collection, index: number) => {
    const rounds = Math.ceil((lists.length - index) / LISTS_AT_ONCE)
    return attempt(run, () => refresh(run, list, run.msLeft() / rounds))
  }
  await pMap(lists, tidyOne, { concurrency: LISTS_AT_ONCE })
  await attempt(run, () => check(run, lists))
}

async function refresh(run: Run, list: Collection, foldingMs: number): Promise<void> {
  if (!(await fold(list, foldingMs))) run.report.left++
  await Promise.all([
    attempt(run, () => writeRecentFile(list)),
    attempt(run, () => sweep(run, sweepChunks(list))),
  ])
}

async function check(run: Run, lists: readonly Collection[]): Promise<void> {
  const now: Turn = { ...FIRST, ...((await kv.get(TURN))?.value as Partial<Turn> | undefined) }
  const { turn, isRepeat } = now
  const read = await Promise.all(lists.map((list) => partsToCheck(run, list, turn)))
  const parts = read.flatMap((own) => own ?? [])
  const mended = new Set<Collection>()
  let done = now.done
  let hasFailed = now.hasFailed || read.includes(null)
  const checkOne = async ({ list, ...part }: ListPart) => {
    if (run.msLeft() <= 0) return
    done++
    const isDone = await attempt(run, async () => {
      const faults = await checkTile(list, part)
      await mend(list, faults)
      run.report.mended += sum(Object.values(faults).map(({ length }) => length))
      if (faults.wrong.length + faults.lost.length > 0) mended.add(list)
    })
    if (!isDone) hasFailed = true
  }
  await pMap(parts.slice(now.done), checkOne, { concurrency: PARTS_AT_ONCE })
  // Wrong rows have hints by now: rebuild them if there is time.
  for (const list of mended) await attempt(run, () => fold(list, run.msLeft()))
  const left = Math.max(0, parts.length - done)
  run.report.left += left
  const next =
    hasFailed && !isRepeat ? { turn, isRepeat: true } : { turn: (turn + 1) % RUNS_A_ROUND }
  await kv.put(TURN, { ...FIRST, ...(left > 0 ? { turn, done, hasFailed, isRepeat } : next) })
}

type ListPart = Part & { list: Collection }

/**
 * A run checks the open part and the newest tile of each list, and its share of the other tiles. A
 * tile stays in the same share while it begins with the same id. Null for a list that can't be read.
 */
async function partsToCheck(run: Run, list: Collection, turn: number): Promise<ListPart[] | null> {
  const own: ListPart[] = []
  const isTurn = ({ span }: Part, index: number) =>
    index < NEWEST_PARTS || createdAtOf(span.from) % RUNS_A_ROUND === turn
  const isRead = await attempt(run, async () => {
    const parts = await partsOf(list)
    own.push(...parts.filter(isTurn).map((part) => ({ list, ...part })))
  })
  return isRead ? own : null
}

/** Logs and counts a failure, so that one piece of a run stops no other; false if it failed. */
async function attempt({ report }: Run, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    logFailure(error)
    report.failed++
    return false
  }
}
