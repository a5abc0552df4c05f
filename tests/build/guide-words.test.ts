import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What the admin area can say: its own code's words, and the functions'. */
const said = ['src/admin/**/*.{ts,tsx}', 'src/forms/*.ts', 'netlify/**/*.ts']
  .flatMap((pattern) => globSync(pattern))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll(/\s+/g, ' ')

/** Labels stand in bold or in quotation marks; figures and “…” stand for what differs. */
const labelsIn = (guide: string): string[] =>
  [...guide.matchAll(/\*\*([^*]+)\*\*|“([^”]+)”/g)].map(([, bold, quoted]) => bold ?? quoted ?? '')

const isSaid = (label: string) => label.split(/\d+|…/).every((part) => said.includes(part.trim()))

test('every label that the guide for staff names is one of the admin area', () => {
  const labels = labelsIn(readFileSync('docs/admin.md', 'utf8'))
  expect(labels.length).toBeGreaterThan(40)
  expect(labels.filter((label) => !isSaid(label))).toEqual([])
})

test('a label that is not there is found', () => {
  const labels = labelsIn('Press **Export as XML**: “Due in 5 h” becomes “Due since 5 h”.')
  expect(labels.filter((label) => !isSaid(label))).toEqual(['Export as XML', 'Due since 5 h'])
})
