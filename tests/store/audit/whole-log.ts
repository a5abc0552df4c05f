import { checkLog, restoreHeads, type LogWalk } from '#server/audit/check-log.ts'
import { headIn, LOG } from '#server/audit/entry.ts'
import * as kv from '#server/storage/kv.ts'

/** Checks the whole log, portion by portion; returns every named key with what is wrong. */
export async function faultsInLog(): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (let walk: LogWalk | undefined; ;) {
    const { findings, next } = await checkLog(walk)
    found.push(
      ...findings.flatMap(({ what, keys }) => keys.map((key): [string, string] => [key, what])),
    )
    if (!next) return found
    walk = next
  }
}

export const logKeys = (): Promise<string[]> => kv.list(LOG)

/** Restores the heads from the log, portion by portion, as a backup has it. */
export async function restoreAllHeads(): Promise<void> {
  const found = await Promise.all(
    (await logKeys()).map(async (key) => headIn({ key, entry: (await kv.get(key))?.value }) ?? []),
  )
  const entries = found.flat()
  for (let at = 0; at < entries.length; at += 5) await restoreHeads(entries.slice(at, at + 5))
}
