import { readFileSync } from 'node:fs'

/** A setting from the environment. An empty value counts as not set. */
export function setting(name: string): string | undefined {
  const value = process.env[name]
  return value === '' ? undefined : value
}

export function portSetting(): number {
  const asked = setting('PORT') ?? '4321'
  const port = Number(asked)
  if (/^\d+$/.test(asked) && port <= 65_535) return port
  throw new Error(`PORT is "${asked}", but a port is a number from 0 to 65535.`)
}

export function housekeepingSeconds(): number {
  const asked = setting('HOUSEKEEPING_SECONDS') ?? '300'
  const seconds = Number(asked)
  // The store's promises need housekeeping at least once a day.
  if (seconds >= 1 && seconds <= 86_400) return seconds
  throw new Error(`HOUSEKEEPING_SECONDS is "${asked}", but it is a number from 1 to 86400.`)
}

/** Every setting, emptied: an empty one counts as not set. */
export function withoutSettings(): Record<string, ''> {
  const names = readFileSync('.env.example', 'utf8').match(/^[A-Z_]+(?==)/gm) ?? []
  return Object.fromEntries([...names, 'NETLIFY_BLOBS_CONTEXT'].map((name) => [name, '']))
}
