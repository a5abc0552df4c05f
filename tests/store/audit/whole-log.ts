import { checkLog, type LogWalk } from '#server/audit/check-log.ts'
import { LOG } from '#server/audit/entry.ts'
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
