import { isId, referenceOf } from '#server/storage/record-id.ts'

/** Text as a search compares it: no case, no accents. Marks that are letters, as in Hindi, stay. */
export const normalizeForSearch = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(ACCENTS, '')
        .toLowerCase()
        .replace(UNDIVIDED, (letter) => LETTERS[letter] ?? letter)

/** The words of a search; an id becomes its reference, which visitors know. */
export const wordsOf = (text: string): string[] =>
  normalizeForSearch(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (isId(word) ? referenceOf(word) : word))

const PLAIN = /^[\n\x20-\x7e]*$/
const ACCENTS = /[\u0300-\u036f]+/g

/** Letters that Unicode does not decompose, but that people type like this. */
const LETTERS: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}
const UNDIVIDED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
