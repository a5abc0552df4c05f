import type { WaitingForBuild } from '#api/admin-contract.ts'
import { deployContext, pauseBudget } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { remembered } from '#server/storage/remembered.ts'
import { isPrivateUrl, post } from '#server/http/network.ts'
import { readBuild } from '#server/content/build.ts'
import { HOUR_MS, MINUTE_MS } from '#server/storage/clock.ts'

/**
 * Asks for a build once an entry should have appeared or closed. The key names the change that a
 * build was asked for, so that all runs and instances ask only once. A try is stored before it is
 * made: two instances make it once, and after a crash the next try follows after the pause.
 */
const KEY = 'housekeeping/build'

type Asking = {
  /** The newest change that is due. */
  change: number
  tries: number
  triedAt: number
  askedAt?: number
  why?: string
}

/** Pauses by number of tries, just under the clock's five minutes; the last one repeats. */
const PAUSES_MS = [0, 4, 9, 19, 39, 59].map((minutes) => minutes * MINUTE_MS)

/** Timeout of a call; tests shorten it. */
export const limits = { answerMs: 10_000 }

type Hook = { url: string } | { wrong: string } | null

/** BUILD_HOOK: the address that starts a build. It is a secret, so no message has it. */
function buildHook(): Hook {
  const url = process.env['BUILD_HOOK']
  if (!url) return null
  if (isPrivateUrl(url)) return { url }
  return { wrong: 'BUILD_HOOK: write the address of a build hook, which begins with https://.' }
}

/** Changes that no build has followed yet, the newest last. */
async function dueChanges(): Promise<number[]> {
  const { changes, showsUnpublished } = await readBuild()
  return showsUnpublished ? [] : changes.filter((one) => one <= Date.now())
}

/** Only production has a public site to rebuild. */
const usableHook = () => (deployContext() === 'production' ? buildHook() : null)

/** The last change that a build was asked for, so that idle runs don't read it. */
const asked = remembered<number>({ max: 1 })

/** A run of it makes no storage request while nothing is due, or once a build was asked for. */
export async function askForBuild(): Promise<void> {
  const due = (await dueChanges()).at(-1)
  const hook = usableHook()
  if (due === undefined || !hook || 'wrong' in hook || asked.get(KEY) === due) return
  const asking = await kv.change(KEY, (value) => nextTry(value as Asking | undefined, due))
  if (!asking) return
  const fault = await pauseBudget(() => post(hook.url, limits.answerMs))
  if (fault) {
    const why = `It ${fault.words}`
    console.error(`BUILD_HOOK failed. ${why}`)
    await kv.put(KEY, { ...asking, why })
    return
  }
  const { why: _, ...rest } = asking
  await kv.put(KEY, { ...rest, askedAt: Date.now() })
  asked.set(KEY, due)
}

/** The next try; null if it is too early, or a build was asked for. */
function nextTry(before: Asking | undefined, due: number): Asking | null {
  const last = before?.change === due ? before : { change: due, tries: 0, triedAt: 0 }
  if (last.askedAt !== undefined) {
    asked.set(KEY, due)
    return null
  }
  const pause = PAUSES_MS[last.tries] ?? PAUSES_MS.at(-1) ?? 0
  // Limits the wait to one pause, even after a clock was set back.
  if (Math.abs(Date.now() - last.triedAt) < pause) return null
  return { ...last, tries: last.tries + 1, triedAt: Date.now() }
}

async function readAsking(due: number): Promise<Asking | undefined> {
  // Only askForBuild writes there.
  const found = (await kv.get(KEY))?.value as Asking | undefined
  return found?.change === due ? found : undefined
}

/** A build takes some minutes. */
const PATIENCE_MS = HOUR_MS
const FAILURES = 3

/** The notice about entries that wait for a build; null if all is well. */
export async function waitingForBuild(): Promise<WaitingForBuild | null> {
  const due = await dueChanges()
  const last = due.at(-1)
  const set = buildHook()
  if (set && 'wrong' in set) return { entries: due.length, isFault: true, why: set.wrong }
  if (last === undefined) return null
  if (!usableHook()) return { entries: due.length, isFault: false, why: BY_HAND }
  const why = faultOf(await readAsking(last), last)
  return why === undefined ? null : { entries: due.length, isFault: true, why }
}

const BY_HAND =
  'Build the site again: “Trigger deploy” on Netlify, or npm start on one machine. With the setting BUILD_HOOK it happens by itself.'

function faultOf(asking: Asking | undefined, due: number): string | undefined {
  const { askedAt, why, tries = 0 } = asking ?? {}
  const isLate = (since: number) => Date.now() - since > PATIENCE_MS
  if (askedAt !== undefined) {
    return isLate(askedAt)
      ? 'A build was asked for, and none is live yet: the list of deploys on Netlify says why.'
      : undefined
  }
  if (why !== undefined && tries >= FAILURES) {
    return `The build hook failed ${tries} times. ${why} It is tried again at least once an hour. Meanwhile “Trigger deploy” on Netlify builds the site; if it goes on, make a new build hook and set BUILD_HOOK.`
  }
  return asking === undefined && isLate(due)
    ? 'Nobody has asked for it: the scheduled function “housekeeping” does not run.'
    : undefined
}
