import { plainText } from './plain-text.ts'

/** One row of a CSV file (RFC 4180), inert wherever it is opened. */
export const csvRow = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`

/** Spreadsheets read the encoding from it. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Spreadsheets take text that begins like this for a formula, and run it. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

function cell(value: unknown): string {
  const text = plainText(value)
  const inert = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
