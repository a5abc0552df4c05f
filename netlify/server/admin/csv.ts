import { plainText } from '#forms/in-words.ts'

/** One row of a CSV file (RFC 4180), inert wherever it is opened. */
export const csvRow = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`

/** Spreadsheets read the encoding from it. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Spreadsheets run a text that begins like this as a formula. Those that split lines at semicolons
 * ignore our quotes: a cell then begins at each semicolon and new line.
 */
const FORMULA = /(?<=^|;)(?=[\t\r\n])|(?<=^|[;\r\n])(?=["\t ]*[=+\-@＝＋－＠])/g

function cell(value: unknown): string {
  const inert = plainText(value).replace(FORMULA, "'")
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
