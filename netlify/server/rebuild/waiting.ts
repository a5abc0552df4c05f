import type { WaitingForBuild } from '#api/admin-contract.ts'
import { type Asking, buildHook, dueChanges, readAsking, usableHook } from './ask-for-build.ts'

/** A build takes some minutes. */
const PATIENCE_MS = 60 * 60_000
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
