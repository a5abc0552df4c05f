import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (patterns: readonly string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    .replaceAll(/\s+/g, ' ')

/** All source text with words of the admin area. */
const said = textOf(['src/admin/**/*.{ts,tsx}', 'src/forms/*.ts', 'netlify/**/*.ts'])
/** All source text of the commands, with “…” for what they fill in. A text in it stays. */
const commands = textOf(['scripts/**/*.{ts,mjs}'])
  .replaceAll(/\$\{[^}`]*`/g, '')
  .replaceAll(/\$\{[^}]*\}/g, '…')

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

/** What a command must print, as the guide quotes it. */
const outputsIn = (guide: string): string[] =>
  [...guide.matchAll(/must (?:be|print|say|end with) `([^`]+)`/g)].map(([, output = '']) => output)

/** Commands fill in numbers and the channel. */
const isPrinted = (output: string) => commands.includes(output.replaceAll(/\d+|mail/g, '…'))

test('what a command must print in the guide to going live is in its code', () => {
  const outputs = outputsIn(readFileSync('docs/deploy.md', 'utf8'))
  const known = ['0 failed', 'Everything is as it must be.', 'mail: sent.', '0 sealed']
  expect(outputs).toEqual(expect.arrayContaining(known))
  expect(outputs.filter((output) => !isPrinted(output))).toEqual([])
})

test('an output that no command prints is found', () => {
  const outputs = outputsIn('It must end with `0 wrong`, and must print `mail: gone.`')
  expect(outputs.filter((output) => !isPrinted(output))).toEqual(['0 wrong', 'mail: gone.'])
})
