import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

/** Parses a quoted row as a spreadsheet does. */
function parse(row: string): string[] {
  const cells = `,${row.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)
  return [...cells].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
}

test('csvRow writes one line and quotes cells where needed', () => {
  expect(csvRow(['a', 'b, c', 'say "hi"', 'two\nlines', undefined, ['x', 'y'], 5])).toBe(
    'a,"b, c","say ""hi""","two\nlines",,"x, y",5\r\n',
  )
})

test('no cell begins a formula, and the typed text stays the same', () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          '＝',
          '＠',
          '\t',
          '\r',
          '\n',
          '"',
          ',',
          "'",
          ';',
          ' ',
          'a',
        ),
      }),
    ),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(texts, (values) => {
      const row = csvRow(values)
      const cells = parse(row)
      const asTyped = (cell: string) => cell.replaceAll("'", '')
      expect(cells.map(asTyped)).toEqual(values.map(asTyped))
      for (const one of cells) expect(one).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
      // A spreadsheet that splits at semicolons does not treat these quotes as quotes.
      for (const one of row.trim().split(/[;\r\n]/))
        expect(one).not.toMatch(/^["\t ]*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 10_000 },
  )
})

test('csvRow defuses formulas after a semicolon and leaves other text unchanged', () => {
  expect(csvRow(['a;=1+1', 'b;"=2"', 'c\n=3', 'd\n\ne - f; g'])).toBe(
    `a;'=1+1,"b;'""=2""","c\n'=3","d\n\ne - f; g"\r\n`,
  )
})
