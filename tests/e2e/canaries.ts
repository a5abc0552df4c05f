import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'playwright/test'
import type { TestSite } from './test-site.ts'

/**
 * What the people of these tests are called, live at and write: each name here is typed into some
 * field by some journey. None of it may stand in the log, in a key of the store or in an address. No
 * canary is made of digits and the letters a to f alone, as our ids and hashes are, but for whole
 * phone numbers.
 */
const CANARIES =
  /lovelace|hopper|jackson|engine fund|analytical|gurgaon|\+91|98100 ?12345|98765 ?43210|98000 ?00000|talk about|[\w.+-]+(@|%40)[\w-]+\.\w+/i

type Row = { path: string }

/** The first canary in a text, or nothing. */
export const canaryIn = (text: string): string | undefined => CANARIES.exec(text)?.[0]

/** The canary in the address of a request. What an admin searches for stands there on purpose. */
export function canaryInAddress(address: string): string | undefined {
  const url = new URL(address)
  url.searchParams.delete('search')
  return canaryIn(decodeURIComponent(url.pathname + url.search))
}

/** Looks for canaries in all that a worker's site has logged, and in every key of its store. */
export function expectNoCanaries(site: TestSite): void {
  // What npm start prints on purpose.
  expect(canaryIn(site.log().replaceAll(site.admin.email, ''))).toBeUndefined()
  const store = new DatabaseSync(join(site.dataDir, 'blobs.sqlite'), { readOnly: true })
  const keys = store.prepare('SELECT path FROM blob WHERE path IS NOT NULL').all() as Row[]
  store.close()
  expect(keys.map(({ path }) => canaryIn(path)).filter(Boolean)).toEqual([])
}
