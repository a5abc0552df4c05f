import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** All source text with words of the admin area. */
const said = ['src/admin/**/*.{ts,tsx}', 'src/forms/*.ts', 'netlify/**/*.ts']
  .flatMap((pattern) => globSync(pattern))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll(/\s+/g, ' ')

/** Labels are bold or quoted. Numbers and “…” stand for variable parts. */
const labelsIn = (guide: string): string[] =>
  [...guide.matchAll(/\*\*([^*]+)\*\*|“([^”]+)”/g)].map(([, bold, quoted]) => bold ?? quoted ?? '')

const isSaid = (label: string) => label.split(/\d+|…/).every((part) => said.includes(part.trim()))

test('every label in the staff guide exists in the admin area', () => {
  const labels = labelsIn(readFileSync('docs/admin.md', 'utf8'))
  expect(labels.length).toBeGreaterThan(40)
  expect(labels.filter((label) => !isSaid(label))).toEqual([])
})

test('a label that does not exist is found', () => {
  const labels = labelsIn('Press **Export as XML**: “Due in 5 h” becomes “Due since 5 h”.')
  expect(labels.filter((label) => !isSaid(label))).toEqual(['Export as XML', 'Due since 5 h'])
})
