import { expect, test } from 'vitest'

import { islandsOf } from './island-bytes.ts'

/** Limit for the code and words of a touched island, in bytes at brotli quality 5. */
const LIMITS = [
  ['index', 'Nav', 66_500],
  ['portfolio', 'Portfolio', 67_300],
  ['faqs', 'Faq', 66_500],
  ['contact', 'ContactForm', 80_000],
  ['careers', 'CareersForm', 80_000],
  ['eir', 'EirForm', 80_000],
  ['investors', 'InvestorForm', 80_000],
  ['calmist', 'WaitlistForm', 80_800],
  // The lists and records load during the check of the session.
  ['admin', 'Dashboard', 83_000],
] as const

test.each(LIMITS)('on %s, %s comes in one load of at most %i bytes', async (page, name, limit) => {
  const island = (await islandsOf('dist', `${page}.html`)).find((one) => one.name === name)
  expect(island?.late, 'asked for by another file').toEqual([])
  expect(island?.bytes).toBeLessThanOrEqual(limit)
})
