import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'playwright/test'
import type { TestSite } from './test-site.ts'

/**
 * Personal data that journeys type into fields. It must never be in the log, in a key of the store
 * or in an address. A canary is a whole phone number or has a letter after f, so that no id and no
 * hash can contain it.
 */
const CANARIES =
  /lovelace|hopper|jackson|engine fund|analytical|gurgaon|\+91|98100 ?12345|98765 ?43210|98000 ?00000|talk about|[\w.+-]+(@|%40)[\w-]+\.\w+/i

type Row = { path: string }

/** The first canary in a text, or undefined. */
export const canaryIn = (text: string): string | undefined => CANARIES.exec(text)?.[0]

/** The canary in the address of a request. */
export function canaryInAddress(address: string): string | undefined {
  const url = new URL(address)
  return canaryIn(decodeURIComponent(url.pathname + url.search))
}

/** Checks the log of a worker's site and every key of its store for canaries. */
export function expectNoCanaries(site: TestSite): void {
  // npm start prints the admin's address on purpose.
  expect(canaryIn(site.log().replaceAll(site.admin.email, ''))).toBeUndefined()
  const store = new DatabaseSync(join(site.dataDir, 'blobs.sqlite'), { readOnly: true })
  const keys = store.prepare('SELECT path FROM blob WHERE path IS NOT NULL').all() as Row[]
  store.close()
  expect(keys.map(({ path }) => canaryIn(path)).filter(Boolean)).toEqual([])
}
