/**
 * The header rules of MDN's HTTP Observatory (1.4). `npm run probe` asks the real Observatory. Only
 * a deployed site can show its certificate, its redirect from http to https, and its preloading.
 */

type Answer = { headers: Headers; html: string }

/** The points of each check: a negative number is a failure, a positive number is a bonus. */
const rules: Record<string, (answer: Answer) => number> = {
  policy({ headers }) {
    const policy = policyIn(headers)
    if (policy.size === 0) return -25
    const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
    const [scripts, styles] = [sourcesOf('script-src'), sourcesOf('style-src')]
    if (scripts.some(isUnsafe) || sourcesOf('object-src').some(isBroad)) return -20
    if ([...policy.values()].flat().some((source) => /^(http|ftp):/.test(source))) return -20
    if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10
    if (styles.some(isUnsafe)) return 0
    return policy.get('default-src')?.join() === "'none'" ? 10 : 5
  },
  frames({ headers }) {
    if (policyIn(headers).has('frame-ancestors')) return 5
    return /^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20
  },
  'use by other sites'({ headers }) {
    const policy = headers.get('cross-origin-resource-policy') || 'cross-origin'
    if (policy === 'cross-origin') return 0
    return /^same-(origin|site)$/.test(policy) ? 10 : -5
  },
  referrer({ headers }) {
    const policy = headers.get('referrer-policy')
    if (!policy) return 0
    const isPrivate = /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(policy)
    return isPrivate ? 5 : -5
  },
  types: ({ headers }) => (headers.get('x-content-type-options') === 'nosniff' ? 0 : -5),
  https({ headers }) {
    const age = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1]
    if (age === undefined) return -20
    return Number(age) >= HALF_A_YEAR_SECONDS ? 0 : -10
  },
  cookies({ headers }) {
    const cookies = headers.getSetCookie()
    if (cookies.length === 0) return 0
    if (!cookies.every((cookie) => /; secure\b/i.test(cookie))) return -5
    return cookies.every((cookie) => /; samesite=(strict|lax)\b/i.test(cookie)) ? 5 : 0
  },
  'shared with other origins': ({ headers }) =>
    headers.has('access-control-allow-origin') && headers.has('access-control-allow-credentials')
      ? -50
      : 0,
  scripts: ({ html }) => (/<script[^>]* src="?(https?:)?\/\//i.test(html) ? -5 : 0),
}

const HALF_A_YEAR_SECONDS = 15_768_000
/** A site with fewer points gets no bonus. */
const LEAST_FOR_BONUS = 90

const isBroad = (source: string) => /^(ftp:|https?:(\/\/\*(\.\*)?)?|\*)$/.test(source)
const isUnsafe = (source: string) =>
  isBroad(source) || source === "'unsafe-inline'" || source === 'data:'

function policyIn(headers: Headers): Map<string, string[]> {
  const directives = (headers.get('content-security-policy') ?? '').split(';')
  const words = directives.map((directive) => directive.trim().split(/\s+/))
  return new Map(words.flatMap(([name = '', ...sources]) => (name ? [[name, sources]] : [])))
}

/** Grades a response. 100 points are an A+; the maximum is 130 without a cookie, 135 with one. */
export async function observe(answer: Response) {
  const { headers } = answer
  const isHtml = headers.get('content-type')?.startsWith('text/html')
  const html = isHtml ? await answer.text() : ''
  const checks = Object.entries(rules).map(
    ([name, points]) => [name, points({ headers, html })] as const,
  )
  const sum = (points: number[]) => points.reduce((all, one) => all + one, 0)
  const lost = sum(checks.map(([, points]) => Math.min(0, points)))
  const gained = sum(checks.map(([, points]) => Math.max(0, points)))
  const failed = checks.filter(([, points]) => points < 0).map(([name]) => name)
  return { score: 100 + lost + (100 + lost >= LEAST_FOR_BONUS ? gained : 0), failed }
}
