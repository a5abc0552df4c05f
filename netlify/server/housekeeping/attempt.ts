import { logFailure } from '#server/http/log.ts'

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
