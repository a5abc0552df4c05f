// The package has no types of its own. What tests/observatory.ts uses of it:

declare module '@mdn/mdn-http-observatory' {
  /** What one of its checks came to: `csp-implemented-with-no-unsafe`, +10. */
  type Check = { result: string; scoreModifier: number; pass: boolean }

  /** Asks `hostname` (a path may follow it) by http and by https, as the public scanner does. */
  export function scan(hostname: string): Promise<{
    scan: { grade: string; score: number; testsFailed: number }
    tests: Record<string, Check>
  }>
}

declare module '@mdn/mdn-http-observatory/src/analyzer/hsts.js' {
  /** The hosts that browsers know as https without asking, read from its file the first time. */
  export function hsts(): Map<string, unknown>
}
