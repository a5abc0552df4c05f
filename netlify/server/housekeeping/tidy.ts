import pMap from 'p-map'
import { type Collection, everyCollection } from '#server/collections/collection.ts'
import { keepRecent } from '#server/collections/recent.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { logFailure } from '#server/http/log.ts'
import { takeOverEarlier } from '#server/notifications/outbox/earlier.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { checkTile, partsOf, type Part } from './check-tile.ts'
import { mend, sweepChunks, sweepExpired } from './mend.ts'

/**
 * Tidies the store: brings rows up to date, sweeps, and compares a share of the rows with the
 * records. A run is paid by its seconds and mostly waits for storage, so lists and parts are tidied
 * side by side.
 */

/** Each fold holds some tiles in memory. */
const LISTS_AT_ONCE = 4
const PARTS_AT_ONCE = 8

/** The open part, and the newest tile. */
const NEWEST_PARTS = 2
/** Hourly runs until all other tiles are checked: once a day. */
const RUNS_A_ROUND = 20
const TURN = 'housekeeping/turn'
/** The number in the round, and how many parts of it are done. */
type Turn = { turn: number; done: number }

export async function tidy(run: Run): Promise<void> {
  await Promise.all([
    attempt(run, takeOverEarlier),
    attempt(run, () => sweep(run)),
    attempt(run, () => tidyLists(run)),
  ])
}

async function sweep({ report, msLeft }: Run): Promise<void> {
  const { swept, left } = await sweepExpired(() => msLeft() > 0)
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
    attempt(run, () => keepRecent(list)),
    attempt(run, async () => {
      const { swept, left } = await sweepChunks(list)
      run.report.swept += swept
      run.report.left += left
    }),
  ])
}

async function check(run: Run, lists: readonly Collection[]): Promise<void> {
  const { turn = 0, done = 0 } = ((await kv.get(TURN))?.value ?? {}) as Partial<Turn>
  const parts = await partsToCheck(lists, turn)
  const mended = new Set<Collection>()
  let at = done
  const checkOne = async ({ list, ...part }: ListPart) => {
    if (run.msLeft() <= 0) return
    at++
    const faults = await checkTile(list, part)
    await mend(list, faults)
    run.report.mended += Object.values(faults).reduce((sum, { length }) => sum + length, 0)
    if (faults.wrong.length + faults.lost.length > 0) mended.add(list)
  }
  // All end before it throws, so that nothing goes on after the run.
  await pMap(parts.slice(done), checkOne, { concurrency: PARTS_AT_ONCE, stopOnError: false })
  // Wrong rows have hints by now: rebuild them if there is time.
  for (const list of mended) await attempt(run, () => fold(list, run.msLeft()))
  const left = Math.max(0, parts.length - at)
  run.report.left += left
  const next: Turn = left > 0 ? { turn, done: at } : { turn: (turn + 1) % RUNS_A_ROUND, done: 0 }
  await kv.put(TURN, next)
}

type ListPart = Part & { list: Collection }

/**
 * A run checks the open part and the newest tile of each list, and its share of the other tiles. A
 * tile stays in the same share while it begins with the same id.
 */
async function partsToCheck(lists: readonly Collection[], turn: number): Promise<ListPart[]> {
  const each = lists.map(async (list) => {
    const isTurn = ({ span }: Part, index: number) =>
      index < NEWEST_PARTS || createdAtOf(span.from) % RUNS_A_ROUND === turn
    return (await partsOf(list)).filter(isTurn).map((part) => ({ list, ...part }))
  })
  return (await Promise.all(each)).flat()
}

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
export type Run = { report: Report; msLeft: () => number }

/** Logs and counts a failure, so that one piece of a run stops no other. */
export async function attempt({ report }: Run, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    logFailure(error)
    report.failed++
  }
}
