/**
 * Netlify's prices in credits, as “How credits work” and “Functions usage and billing” in its
 * documentation had them in November 2026. A production deploy costs the same whatever it changes;
 * a preview costs nothing.
 */
export const prices = {
  gigabyteHour: 10,
  gigabyteSent: 20,
  tenThousandRequests: 2,
  productionDeploy: 15,
  freeMonth: 300,
}

/** Functions have 1,024 MB. */
const MEMORY_GB = 1
const HOUR_S = 60 * 60

export type Use = {
  /** Requests that the functions make to storage. */
  storage: number
  /** For which functions run. They mostly wait for storage. */
  seconds: number
  /** Requests to the site, for files and for functions. */
  requests: number
  /** What the site sends. */
  bytes: number
}

export const nothing: Use = { storage: 0, seconds: 0, requests: 0, bytes: 0 }

export const gigabyteHours = ({ seconds }: Use): number => (seconds * MEMORY_GB) / HOUR_S

export const creditsOf = (use: Use): number =>
  gigabyteHours(use) * prices.gigabyteHour +
  (use.bytes / 1e9) * prices.gigabyteSent +
  (use.requests / 10_000) * prices.tenThousandRequests

export const times = (use: Use, count: number): Use => ({
  storage: use.storage * count,
  seconds: use.seconds * count,
  requests: use.requests * count,
  bytes: use.bytes * count,
})

export const sum = (uses: readonly Use[]): Use =>
  uses.reduce(
    (all, one) => ({
      storage: all.storage + one.storage,
      seconds: all.seconds + one.seconds,
      requests: all.requests + one.requests,
      bytes: all.bytes + one.bytes,
    }),
    nothing,
  )
