/** Text as a mail carries it: lines of 72 columns, in any script. */

const COLUMNS = 72
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Scripts whose characters are two columns wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]|\p{Emoji_Presentation}/u
/** Scripts that are written from the right. */
const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** What only begins a link that a mail program can follow if it is left whole. */
const LINK = /^https?:\/\//i

const charactersOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment)

/** How many columns a text takes. */
export const columnsOf = (text: string): number =>
  charactersOf(text).reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0)

/** The text in lines of at most 72 columns; a link stays whole, and empty lines stay. */
export const wrapped = (text: string, columns = COLUMNS): string =>
  text
    .split('\n')
    .flatMap((line) => linesOf(line, columns))
    .join('\n')

function linesOf(line: string, columns: number): string[] {
  if (columnsOf(line) <= columns) return [line]
  const lines: string[] = []
  let begun = ''
  for (const word of line.split(/[ \t]+/).flatMap((one) => partsOf(one, columns))) {
    const joined = begun === '' ? word : `${begun} ${word}`
    if (columnsOf(joined) <= columns) {
      begun = joined
      continue
    }
    if (begun !== '') lines.push(begun)
    begun = word
  }
  return [...lines, begun]
}

/** A word that is wider than a line, as text without spaces is, goes on in the next one. */
function partsOf(word: string, columns: number): string[] {
  if (LINK.test(word) || columnsOf(word) <= columns) return [word]
  const parts = ['']
  for (const character of charactersOf(word)) {
    const begun = parts.pop() ?? ''
    const isFull = columnsOf(begun + character) > columns
    parts.push(...(isFull ? [begun, character] : [begun + character]))
  }
  return parts
}

/** The first characters of a text, as a reader counts them. */
export function shortened(text: string, most: number): string {
  const characters = charactersOf(text)
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text
}

/**
 * Somebody's words within ours: those that are written from the right must not turn what stands
 * around them.
 */
export const isolated = (words: string): string =>
  FROM_RIGHT.test(words) ? `\u2068${words}\u2069` : words
