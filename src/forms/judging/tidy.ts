// Control and bidirectional-override characters have no place in an answer; long text keeps its
// line breaks and tabs.
const NOT_IN_A_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const NOT_IN_TEXT = /[^\P{Cc}\n\t]+|[\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Thirty marks on one letter are more than any script has: a joiner after them keeps what composes
 * characters from sorting the next ones among them (Unicode's Stream-Safe Text Format, UAX #15).
 */
const MARKS = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu

/** Half a character of two halves, which no later step could encode, becomes U+FFFD. */
const composed = (typed: string) => typed.toWellFormed().replace(MARKS, '$&\u034f').normalize('NFC')

/** One line as it is stored. Its length is to be bounded before. */
export const tidyLine = (typed: string) => composed(typed).replace(NOT_IN_A_LINE, ' ').trim()

/** Text of several lines as it is stored. Its length is to be bounded before. */
export const tidyText = (typed: string) =>
  composed(typed).replace(/\r\n?/g, '\n').replace(NOT_IN_TEXT, '').trim()
