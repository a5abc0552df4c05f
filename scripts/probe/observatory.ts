import { Stop } from '../site/command.ts'
import type { Check } from './check.ts'

/** https://github.com/mdn/mdn-http-observatory#post-apiv2scan */
const API = 'https://observatory-api.mdn.mozilla.net/api/v2/scan'
const SCAN_MS = 60_000

/** Asks MDN's HTTP Observatory to visit the site; tests/observatory.ts has its rules. */
export const observatoryCheck = (site: string, api = API): Check => ({
  what: 'MDN’s Observatory grades it A+',
  async run() {
    const answer = await fetch(`${api}?host=${new URL(site).host}`, {
      method: 'POST',
      signal: AbortSignal.timeout(SCAN_MS),
    })
    const { grade, score } = (await answer.json()) as { grade?: unknown; score?: unknown }
    if (typeof grade !== 'string') throw new Stop('It gave no grade.')
    if (grade !== 'A+') throw new Stop(`It is ${grade}, with ${String(score)} points.`)
    return `${String(score)} points`
  },
})
