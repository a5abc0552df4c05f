import { Stop } from '../site/command.ts'

export type Check = {
  what: string
  /** Returns a note for the table, or nothing; throws a Stop that says what is wrong. */
  run: () => Promise<string | undefined>
}

export type Result = { what: string; ok: boolean; note: string; isWarning?: boolean }

/** Somebody else, whom a check asks about the site, does not answer. */
export class Unasked extends Stop {}

const REQUEST_MS = 20_000

/** Runs the checks one after the other. `excusesOthers` makes an Unasked a warning. */
export async function makeChecks(
  checks: readonly Check[],
  { excusesOthers = false } = {},
): Promise<Result[]> {
  const results: Result[] = []
  for (const { what, run } of checks) {
    try {
      results.push({ what, ok: true, note: (await run()) ?? '' })
    } catch (error) {
      // Other errors may quote what was sent.
      const note = error instanceof Stop ? error.message : 'no answer'
      const isWarning = excusesOthers && error instanceof Unasked
      results.push({ what, ok: isWarning, note, isWarning })
    }
  }
  return results
}

/** One line for each result. */
export function tableOf(results: readonly Result[]): string[] {
  const width = Math.max(...results.map(({ what }) => what.length))
  return results.map((result) =>
    `${result.what.padEnd(width)}  ${wordFor(result).padEnd(7)}  ${result.note}`.trimEnd(),
  )
}

const wordFor = ({ ok, isWarning }: Result) => (isWarning ? 'warning' : ok ? 'ok' : 'FAILED')

/** Doesn't follow redirects. */
export const fetchFrom = (site: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, site), {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_MS),
  })

/** A file or a page that must be there. */
export async function textOf(site: string, path: string): Promise<string> {
  const answer = await fetchFrom(site, path)
  if (answer.status !== 200) throw new Stop(`${path} is ${answer.status}.`)
  return answer.text()
}

/** Checks a response's status. An error response must be JSON with an error. */
export const answers = (what: string, status: number, ask: () => Promise<Response>): Check => ({
  what: `${what}: ${status}`,
  async run() {
    const answer = await ask()
    if (answer.status !== status) throw new Stop(`It is ${answer.status}.`)
    if (status < 400) return undefined
    const body = (await answer.json().catch(() => null)) as { error?: unknown } | null
    if (typeof body?.error !== 'string') throw new Stop('Its answer is not JSON with an error.')
    return undefined
  },
})
