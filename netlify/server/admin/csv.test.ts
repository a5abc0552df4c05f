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
      // The same row where a spreadsheet splits at semicolons: its quotes are only characters then.
      for (const one of row.trim().split(/[;\r\n]/))
        expect(one).not.toMatch(/^["\t ]*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 10_000 },
  )
})

test('what a spreadsheet would split at a semicolon or a line is inert, and all else as it was', () => {
  expect(csvRow(['a;=1+1', 'b;"=2"', 'c\n=3', 'd\n\ne - f; g'])).toBe(
    `a;'=1+1,"b;'""=2""","c\n'=3","d\n\ne - f; g"\r\n`,
  )
})
