import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

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
