// Control and bidirectional-override characters go. Long text keeps its line breaks; a tab is a space.
const NOT_IN_A_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const NOT_IN_TEXT = /[^\P{Cc}\n]+|[\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Finds thirty combining marks in a row, more than any script uses. A joiner after them keeps
 * normalization from sorting long runs of marks (Unicode's Stream-Safe Text Format, UAX #15).
 */
const MARKS = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu

/** Finds an answer that nobody can see: only spaces and invisible characters. */
const NOTHING_SEEN = /^[\s\p{DI}]+$/u

/** A lone surrogate, which can't be encoded, becomes U+FFFD. */
const composed = (typed: string) =>
  typed.replace(NOTHING_SEEN, '').toWellFormed().replace(MARKS, '$&\u034f').normalize('NFC')

/** One line as it is stored. The caller must limit its length first. */
export const tidyLine = (typed: string) => composed(typed).replace(NOT_IN_A_LINE, ' ').trim()

/** Text of several lines as it is stored. The caller must limit its length first. */
export const tidyText = (typed: string) =>
  composed(typed).replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(NOT_IN_TEXT, '').trim()
