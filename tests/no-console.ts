import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

/** The unexpected warnings and errors of the current test. */
let surprises: string[] = []

beforeEach(() => {
  surprises = []
  // Each request logs one line with console.info; tests hide it.
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
