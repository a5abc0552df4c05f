import { Stop } from '../site/command.ts'

/** One thing that must be true of a site that is live. */
export type Check = {
  what: string
  /** Gives a note for the table, or nothing; throws a Stop that says what is wrong. */
  look: () => Promise<string | undefined>
}

export type Result = { what: string; ok: boolean; note: string }

const REQUEST_MS = 20_000

/** Makes the checks one after the other. */
export async function makeChecks(checks: readonly Check[]): Promise<Result[]> {
  const results: Result[] = []
  for (const { what, look } of checks) {
    try {
      results.push({ what, ok: true, note: (await look()) ?? '' })
    } catch (error) {
      // The message of another error may quote what was sent.
      const note = error instanceof Stop ? error.message : 'no answer'
      results.push({ what, ok: false, note })
    }
  }
  return results
}

/** The results as a table, a line each. */
export function tableOf(results: readonly Result[]): string[] {
  const width = Math.max(...results.map(({ what }) => what.length))
  return results.map(({ what, ok, note }) =>
    `${what.padEnd(width)}  ${(ok ? 'ok' : 'FAILED').padEnd(6)}  ${note}`.trimEnd(),
  )
}

/** Asks without following redirects. */
export const fetchFrom = (site: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, site), {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_MS),
  })

/** Checks the status of an answer. A refusal must be JSON with an error. */
export const answers = (what: string, status: number, ask: () => Promise<Response>): Check => ({
  what: `${what}: ${status}`,
  async look() {
    const answer = await ask()
    if (answer.status !== status) throw new Stop(`It is ${answer.status}.`)
    if (status < 400) return undefined
    const body = (await answer.json().catch(() => null)) as { error?: unknown } | null
    if (typeof body?.error !== 'string') throw new Stop('Its answer is not JSON with an error.')
    return undefined
  },
})
