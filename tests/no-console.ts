import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

/** What a test printed as a warning or an error without saying that it would. */
let surprises: string[] = []

beforeEach(() => {
  surprises = []
  // The log's line for each request is no surprise, and nobody reads it here.
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      surprises.push(`console.${level}: ${format(...words)}`)
    })
  }
})

afterEach(() => {
  if (surprises.length === 0) return
  throw new Error(
    `${surprises.join('\n')}\n\nNothing may warn unexpectedly. If the test means to cause this, it says so ` +
      `first, with vi.spyOn(console, 'error').mockImplementation(() => {}), and checks what was said.`,
  )
})
