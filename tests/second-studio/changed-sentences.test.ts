import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { CHANGES } from './changed-sentences.ts'

test('twenty sentences are changed, one in each place', () => {
  expect(CHANGES.length).toBeGreaterThanOrEqual(20)
})

test.each(CHANGES)('“$to”, written into $file.yaml, is on $on', ({ to, on }) => {
  const [file = ''] = globSync(`dist/${on}`)
  expect(readFileSync(file, 'utf8')).toContain(to)
})
