import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { quantile } from '../bench/figure.ts'

/** Figures of one visit with Lighthouse's slow phone; times are in milliseconds. */
export type Visit = {
  /** Performance, accessibility, best practices, search. */
  scores: number[]
  fcp: number
  lcp: number
  tbt: number
  cls: number
}

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const TIMEOUT_MS = 120_000
const REPORT_BYTES = 64 * 1024 * 1024

/** Loads the page once in a new browser. */
export async function visit(url: string, chromium: string): Promise<Visit> {
  const flags = ['--headless', '--disable-gpu', '--disable-quic', '--no-first-run']
  // Without this the headless shell rounds the width of each letter, which no phone does.
  flags.push('--font-render-hinting=none')
  // Chromium can't use its sandbox as root.
  if (process.getuid?.() === 0) flags.push('--no-sandbox')
  const command = [
    'node_modules/lighthouse/cli/index.js',
    ...[url, '--quiet', '--output=json', '--no-enable-error-reporting'],
    `--chrome-flags=${flags.join(' ')}`,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, CHROME_PATH: chromium },
    timeout: TIMEOUT_MS,
    maxBuffer: REPORT_BYTES,
  })
  const { categories, audits } = JSON.parse(stdout) as Report
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
  }
}

/** The promise: an LCP of 0.9 s on a machine where the empty page has 0.64 s. */
const LCP_RATIO = 0.9 / 0.64
const TBT_MS = 50
const NO_SHIFT = 0.001

/** The median of each figure. */
export function medianVisit(visits: Visit[]): Visit {
  const of = (read: (one: Visit) => number) => quantile(visits.map(read), 0.5)
  return {
    scores: visits[0]?.scores.map((_, i) => of(({ scores }) => scores[i] ?? 0)) ?? [],
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
  }
}

export function shortcomings({ scores, lcp, tbt, cls }: Visit, empty: Visit): string[] {
  return [
    ...(scores.some((score) => score < 100) ? ['score'] : []),
    ...(lcp > empty.lcp * LCP_RATIO ? ['LCP'] : []),
    ...(tbt > TBT_MS ? ['TBT'] : []),
    ...(cls >= NO_SHIFT ? ['CLS'] : []),
  ]
}
