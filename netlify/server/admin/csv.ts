import { plainText } from '#forms/in-words.ts'
import { download } from '#server/http/answers.ts'

/** One row of a CSV file (RFC 4180), inert wherever it is opened. */
export const csvRow = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`

/** Spreadsheets read the encoding from it. */
const BYTE_ORDER_MARK = '\ufeff'

type Part = { columns: readonly string[]; isFirst: boolean; next: URLSearchParams | null }

/** A part of a CSV file; the first one names the columns. */
export function csvPart(name: string, rows: readonly unknown[][], part: Part): Response {
  const { columns, isFirst, next } = part
  const head = isFirst ? [BYTE_ORDER_MARK + csvRow(columns)] : []
  const body = [...head, ...rows.map(csvRow)].join('')
  return download(new TextEncoder().encode(body), { name, type: 'text/csv; charset=utf-8', next })
}

/**
 * Spreadsheets run a text that begins like this as a formula. Those that split lines at semicolons
 * ignore our quotes: a cell then begins at each semicolon and new line.
 */
const FORMULA = /(?<=^|;)(?=[\t\r\n])|(?<=^|[;\r\n])(?=["\t ]*[=+\-@＝＋－＠])/g

function cell(value: unknown): string {
  const inert = plainText(value).replace(FORMULA, "'")
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
