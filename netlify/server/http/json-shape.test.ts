import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requireShallow } from './json-shape.ts'

/** What is said against this text, or nothing. */
function said(json: string): string {
  try {
    requireShallow(json)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

const TOO_DEEP = 'The request body is nested too deep.'
const TOO_MANY = 'The request body has too many parts.'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0

test('eight levels pass and nine are refused, wherever they stand and whatever is in the texts', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 12 }), (json) => {
      expect(said(json)).toBe(depthOf(JSON.parse(json)) > 8 ? TOO_DEEP : '')
    }),
    { numRuns: 2_000 },
  )
  expect(said(`${'['.repeat(8)}${']'.repeat(8)}`)).toBe('')
  expect(said(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`)).toBe(TOO_DEEP)
  expect(said(`["${'['.repeat(20)}","\\"${'['.repeat(20)}\\\\",[[]]]`)).toBe('')
  expect(said('['.repeat(5_000_000))).toBe(TOO_DEEP)
})

test('a long text passes, and a text of quotes as long as an answer may be', () => {
  expect(said(`{"resumeFileBase64":"${'A'.repeat(5_600_000)}"}`)).toBe('')
  expect(said(JSON.stringify({ a: '"\\'.repeat(10_000), b: '\\'.repeat(10_000) }))).toBe('')
})

test('what is made of more parts than any form has answers is refused', () => {
  for (const part of ['[],', '{},', '"",', '0,', '"a":0,']) {
    expect(said(`[${part.repeat(50_000)}0]`)).toBe(TOO_MANY)
  }
  expect(said(`["${'\\"'.repeat(50_000)}"]`)).toBe(TOO_MANY)
  expect(said(`["${'\\n'.repeat(50_000)}"]`)).toBe(TOO_MANY)
})

test('the last part that passes is the two-thousandth', () => {
  // Two brackets, and a comma less than there are numbers.
  const numbers = (count: number) => `[${Array(count).fill(0).join(',')}]`
  expect(said(numbers(1_999))).toBe('')
  expect(said(numbers(2_000))).toBe(TOO_MANY)
})

test('of texts with escapes as much passes as all answers of a form have', () => {
  // A text that is escaped counts with its closing quote, one that is not with nothing.
  const escaped = (length: number) => `\\n${'a'.repeat(length - 3)}`
  expect(said(`["${'a'.repeat(98_304)}","${escaped(98_304)}"]`)).toBe('')
  expect(said(`["${escaped(98_305)}"]`)).toBe(TOO_MANY)
  expect(said(`["${escaped(49_152)}","${escaped(49_153)}"]`)).toBe(TOO_MANY)
})

test('a text that does not end is left to the parser', () => {
  for (const json of ['"', `"${'['.repeat(20)}`, `"\\"${'['.repeat(20)}`])
    expect(said(json)).toBe('')
})

test('what is closed is no deeper for what follows', () => {
  expect(said(`[${Array(20).fill('{"a":[]}').join(',')}]`)).toBe('')
  expect(said(`${'['.repeat(8)}{`)).toBe(TOO_DEEP)
  expect(said(`${'{'.repeat(8)}[`)).toBe(TOO_DEEP)
})

test('a text that ends with a backslash ends all the same', () => {
  for (const text of ['\\\\', 'a\\\\\\\\']) {
    expect(said(`["${text}",${'['.repeat(8)}`)).toBe(TOO_DEEP)
  }
})
