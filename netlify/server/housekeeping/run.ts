import { DUE } from '#server/collections/keys.ts'
import { nextDigest, sendDigest } from '#server/notifications/digest.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { tellWaiting } from '#server/notifications/waiting.ts'
import { askForBuild } from '#server/rebuild/build-hook.ts'
import { HOUR_MS } from '#server/storage/durations.ts'
import * as kv from '#server/storage/kv.ts'
import { dailyCheck } from './daily-check.ts'
import { attempt, tidy, type Report, type Run } from './tidy.ts'

/**
 * The scheduled work. Each run lists what is pending, and reads the key that says when planned work
 * is due: an idle run makes these two requests. Planned work is due once an hour, for the
 * digest, and soon after a deletion. Once a day it includes a check of the whole site. A run ends
 * when its time is over, and the next one continues. A crash at any point does no harm.
 */

/** A scheduled function has 30 s (Netlify). */
const RUN_MS = 20_000

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
  await Promise.all([checkAndTell(run), attempt(run, tellWaiting), tidy(run)])
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
