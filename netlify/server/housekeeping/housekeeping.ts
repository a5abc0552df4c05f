import type { Collection } from '#server/collections/collection.ts'
import { tilesToCheck } from './check-tile.ts'
import { fold } from '#server/collections/folding/fold.ts'
import { mendTile, sweepChunks } from './mend-tile.ts'
import { keepRecent } from '#server/collections/rows/recent.ts'
import { logFailure } from '#server/http/log.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { sendDigest } from '#server/notifications/digest/send-digest.ts'
import * as kv from '#server/storage/kv.ts'
import { CLAIM_PARTS, sweepClaims } from './claims.ts'
import { moveEarlierLayout } from './earlier-layout.ts'
import { everyCollection } from '#server/collections/every-collection.ts'
import { sweepExpired } from './expired.ts'

/**
 * What is done by the clock, so that nobody has to wait for it: rows are brought up to date, all of
 * them are compared with the records at least once a day, and what crashes and time leave behind is
 * swept. Each run does as much as it has time for, and the next one goes on from there. A run may be
 * killed anywhere, and two at once do the same work twice.
 */

/** A scheduled function has 30 s (Netlify). */
const RUN_MS = 20_000
/** All claims are looked at once a week, with a run every five minutes. */
const CLAIM_PARTS_PER_RUN = 3

/** The open part, and the newest tile. */
const NEWEST_TILES = 2
/** All tiles are checked in so many runs, twice a day with a run every five minutes; small lists sooner. */
const RUNS_A_ROUND = 144
const LEAST_TILES = 4

const PROGRESS = 'housekeeping/progress'

/** Where the check and the sweep of claims go on: the last tile checked, and the next part. */
type Progress = { checked: { name: string; from: string } | null; claims: number }

/** What a run did, and what is left for the next one. */
export type Report = {
  /** Collections whose rows are up to date, and those for which there was not enough time. */
  folded: number
  unfolded: number
  /** Tiles compared with their keys, and what was wrong in them. */
  checked: number
  mended: number
  /** Keys that were good for nothing any more, and those that are left. */
  swept: number
  left: number
  /** Keys of an earlier layout. */
  moved: number
  /** What could not be done, and is logged. */
  failed: number
}

/** One run. It throws nothing: what fails is logged, counted, and tried again by the next run. */
export async function keepHouse(ms = RUN_MS): Promise<Report> {
  const end = performance.now() + ms
  const isTime = () => performance.now() < end
  const report = {
    folded: 0,
    unfolded: 0,
    checked: 0,
    mended: 0,
    swept: 0,
    left: 0,
    moved: 0,
    failed: 0,
  }
  const attempt = (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      logFailure(error)
      report.failed++
    })

  // Beside all else: a channel that hangs delays nothing here, and nothing here delays a mail.
  const telling = Promise.all([attempt(() => deliverPending(isTime)), attempt(sendDigest)])
  let collections: Collection[] = []
  let progress: Progress = { checked: null, claims: 0 }
  await attempt(async () => {
    progress = await readProgress()
    report.moved = await moveEarlierLayout(isTime)
    collections = await everyCollection()
  })
  for (const [place, collection] of collections.entries()) {
    await attempt(async () => {
      const share = (end - performance.now()) / (collections.length - place)
      report[(await fold(collection, share)) ? 'folded' : 'unfolded']++
      await keepRecent(collection)
      report.swept += await sweepChunks(collection)
    })
  }
  await attempt(async () => {
    const { swept, left } = await sweepExpired(isTime)
    report.swept += swept
    report.left += left
  })
  await attempt(async () => {
    for (let part = 0; part < CLAIM_PARTS_PER_RUN && isTime(); part++) {
      report.swept += await sweepClaims(progress.claims, collections)
      progress.claims = (progress.claims + 1) % CLAIM_PARTS
    }
  })
  const mended = new Set<Collection>()
  await attempt(async () => {
    for (const { collection, tile, span, isTurn } of await tilesOf(collections, progress)) {
      if (!isTime()) break
      const { wrong, leftovers, orphans } = await mendTile(collection, span, tile)
      report.checked++
      report.mended += wrong.length + leftovers.length + orphans.length
      if (wrong.length > 0) mended.add(collection)
      if (isTurn) progress.checked = { name: collection.name, from: span.from }
    }
  })
  // What was found wrong is hinted at: made right now, where there is time.
  for (const collection of mended) {
    await attempt(async () => {
      await fold(collection, end - performance.now())
    })
  }
  await attempt(() => kv.put(PROGRESS, progress))
  await telling
  return report
}

async function readProgress(): Promise<Progress> {
  const { checked, claims } = ((await kv.get(PROGRESS))?.value ?? {}) as Partial<Progress>
  return { checked: checked ?? null, claims: Number(claims) || 0 }
}

/**
 * The tiles that a run checks: what is open and the newest of each collection always, and of all the
 * others those whose turn it is.
 */
async function tilesOf(collections: readonly Collection[], { checked }: Progress) {
  const all = await Promise.all(
    collections.map(async (collection) =>
      (await tilesToCheck(collection)).map((one, place) => ({
        collection,
        ...one,
        isTurn: place >= NEWEST_TILES,
      })),
    ),
  )
  const others = all.flat().filter(({ isTurn }) => isTurn)
  const last = others.findIndex(
    ({ collection, span }) => collection.name === checked?.name && span.from === checked.from,
  )
  const turn = [...others.slice(last + 1), ...others.slice(0, last + 1)]
  return [
    ...all.flat().filter(({ isTurn }) => !isTurn),
    ...turn.slice(0, Math.max(LEAST_TILES, Math.ceil(others.length / RUNS_A_ROUND))),
  ]
}
