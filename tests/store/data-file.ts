import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The path of a new data file. The end of the test removes the file. */
export function newDataFile() {
  const folder = mkdtempSync(join(tmpdir(), 'blobs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'blobs.sqlite')
}
