import type { Collection } from '#server/collections/collection.ts'
import { everyCollection } from '#server/collections/every-collection.ts'
import { fold } from '#server/collections/folding/fold.ts'
import { keepRecent } from '#server/collections/rows/recent.ts'
import { DUE } from '#server/collections/keys.ts'
import { logFailure } from '#server/http/log.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { sendDigest } from '#server/notifications/digest/send-digest.ts'
import * as kv from '#server/storage/kv.ts'
import { checkTile, partsOf, type Part } from './check.ts'
import { sweepExpired } from './expired.ts'
import { mend, sweepChunks, type Faults } from './mend.ts'

/**
 * What is done by the clock. Each run sends what is due. Once an hour, and soon after a deletion, a
 * run also tidies the store: rows are brought up to date, all of them are compared with the records
 * at least once a day, and what crashes and time leave behind is swept. A run does as much as it has
 * time for, and the next one goes on from there. It may be killed anywhere.
 */

/** A scheduled function has 30 s (Netlify). */
const RUN_MS = 20_000
const HOUR_MS = 60 * 60 * 1_000

/** The open part, and the newest tile. */
const NEWEST_PARTS = 2
/** All tiles are checked in so many runs, once a day with a run every hour; small lists sooner. */
const RUNS_A_ROUND = 20
const LEAST_PARTS = 4

const PROGRESS = 'housekeeping/progress'

/** The last part that was checked in its turn. */
type Progress = { name: string; from: string } | null

/** What a run did, and what is left for the next one. */
export type Report = {
  /** Whether the store was tidied. */
  isTidied: boolean
  /** Collections whose rows are up to date, and those for which there was not enough time. */
  folded: number
  unfolded: number
  /** Parts compared with their keys, and what was wrong in them. */
  checked: number
  mended: number
  /** Keys that were good for nothing any more, and those that are left. */
  swept: number
  left: number
  /** What could not be done, and is logged. */
  failed: number
}

/** One run. It throws nothing: what fails is logged, counted, and tried again by the next run. */
export async function runHousekeeping(ms = RUN_MS): Promise<Report> {
  const end = performance.now() + ms
  const isTime = () => performance.now() < end
  const report = { isTidied: false, folded: 0, unfolded: 0, checked: 0, mended: 0 }
  const run = new Run(isTime, () => end - performance.now(), {
    ...report,
    ...{ swept: 0, left: 0, failed: 0 },
  })
  // Side by side: a channel that hangs delays nothing here, and nothing here delays a mail.
  await Promise.all([
    run.attempt(() => deliverPending(isTime)),
    run.attempt(sendDigest),
    run.attempt(() => run.tidyWhereDue()),
  ])
  return run.report
}

class Run {
  readonly report: Report
  readonly #isTime: () => boolean
  readonly #msLeft: () => number

  constructor(isTime: () => boolean, msLeft: () => number, report: Report) {
    this.#isTime = isTime
    this.#msLeft = msLeft
    this.report = report
  }

  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      logFailure(error)
      this.report.failed++
    }
  }

  /** One key says when tidying is due, so that an idle run asks for little. */
  async tidyWhereDue(): Promise<void> {
    const { report } = this
    const due = await kv.get(DUE)
    const { at } = (due?.value ?? {}) as { at?: number }
    // A clock that went back makes nobody wait for longer than an hour.
    if (typeof at === 'number' && Math.abs(at - Date.now()) <= HOUR_MS && at > Date.now()) return
    report.isTidied = true
    await this.#tidy()
    const isLeft = report.failed + report.unfolded + report.left > 0
    const next = { at: isLeft ? Date.now() : Date.now() + HOUR_MS }
    // Refused where somebody has asked for another run meanwhile.
    await (due ? kv.replace(DUE, next, due.etag) : kv.create(DUE, next))
  }

  async #tidy(): Promise<void> {
    const collections = await everyCollection()
    for (const [index, collection] of collections.entries()) {
      await this.attempt(() => this.#fold(collection, collections.length - index))
    }
    await this.attempt(async () => {
      const { swept, left } = await sweepExpired(this.#isTime)
      this.report.swept += swept
      this.report.left += left
    })
    await this.attempt(() => this.#check(collections))
  }

  async #fold(collection: Collection, others: number): Promise<void> {
    const isDone = await fold(collection, this.#msLeft() / others)
    this.report[isDone ? 'folded' : 'unfolded']++
    await keepRecent(collection)
    this.report.swept += await sweepChunks(collection)
  }

  async #check(collections: readonly Collection[]): Promise<void> {
    const progress = ((await kv.get(PROGRESS))?.value ?? null) as Progress
    let last = progress
    const mended = new Set<Collection>()
    for (const { collection, isTurn, ...part } of await partsToCheck(collections, progress)) {
      if (!this.#isTime()) break
      const faults = await checkTile(collection, part)
      await mend(collection, faults)
      this.report.checked++
      this.report.mended += countOf(faults)
      if (faults.wrong.length + faults.lost.length > 0) mended.add(collection)
      if (isTurn) last = { name: collection.name, from: part.span.from }
    }
    // What was found wrong is hinted at: made right now, where there is time.
    for (const collection of mended) await this.attempt(() => fold(collection, this.#msLeft()))
    if (last !== progress) await kv.put(PROGRESS, last)
  }
}

const countOf = (faults: Faults) =>
  Object.values(faults).reduce((sum, { length }) => sum + length, 0)

/**
 * The parts that a run checks: what is open and the newest tile of each collection always, and of all
 * the others those whose turn it is.
 */
async function partsToCheck(collections: readonly Collection[], progress: Progress) {
  type Turn = Part & { collection: Collection; isTurn: boolean }
  const each = await Promise.all(
    collections.map(async (collection) =>
      (await partsOf(collection)).map((part, index): Turn => ({
        collection,
        ...part,
        isTurn: index >= NEWEST_PARTS,
      })),
    ),
  )
  const all = each.flat()
  const others = all.filter(({ isTurn }) => isTurn)
  const last = others.findIndex(
    ({ collection, span }) => collection.name === progress?.name && span.from === progress.from,
  )
  const turn = [...others.slice(last + 1), ...others.slice(0, last + 1)]
  const most = Math.max(LEAST_PARTS, Math.ceil(others.length / RUNS_A_ROUND))
  return [...all.filter(({ isTurn }) => !isTurn), ...turn.slice(0, most)]
}
