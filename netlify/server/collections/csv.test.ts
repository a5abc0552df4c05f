import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

/** Reads a row as a spreadsheet does, quotes and all. */
function parse(row: string): string[] {
  const cells = `,${row.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)
  return [...cells].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
}

test('a row is one line of cells, quoted where it must be', () => {
  expect(csvRow(['a', 'b, c', 'say "hi"', 'two\nlines', undefined, ['x', 'y'], 5])).toBe(
    'a,"b, c","say ""hi""","two\nlines",,"x, y",5\r\n',
  )
})

test('no text of any field begins a formula, and none is changed otherwise', () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', '"', ',', "'", 'a'),
      }),
    ),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(texts, (values) => {
      const cells = parse(csvRow(values))
      expect(cells.map((one) => one.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, ''))).toEqual(
        values.map((one) => one.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, '')),
      )
      for (const one of cells) expect(one).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
    }),
    { numRuns: 10_000 },
  )
})
