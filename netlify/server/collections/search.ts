import { isId, referenceOf } from '#server/storage/record-id.ts'

/** How a search compares texts. */

/** Addresses that differ in case or outer space are the same. */
export const normalizeEmail = (address: string) => address.trim().toLowerCase()

/**
 * Text as a search compares it: no case, no accents, one kind of apostrophe and dash. Marks that are
 * letters, as in Hindi, stay.
 */
export const normalizeForSearch = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .replace(APOSTROPHES, "'")
        .replace(DASHES, '-')
        .normalize('NFKD')
        .replace(ACCENTS, '')
        .toLowerCase()
        .replace(UNDIVIDED, (letter) => LETTERS[letter] ?? letter)

/** The long numbers of a text without the signs between their digits: “98100 01003” has one. */
export const numbersIn = (text: string): string[] =>
  (text.match(SPACED_NUMBERS) ?? []).map((number) => number.replace(/\D/g, ''))

/** The words of a search. An id becomes its reference, which visitors know; a long number, its digits. */
export const wordsOf = (text: string): string[] =>
  normalizeForSearch(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (isId(word) ? referenceOf(word) : withoutSigns(word)))

const withoutSigns = (word: string) => (LONG_NUMBER.test(word) ? word.replace(/\D/g, '') : word)

const PLAIN = /^[\n\x20-\x7e]*$/
/** Phones write them where a keyboard has ' and -. */
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u00b4]/g
const DASHES = /[\u2010-\u2015\u2212]/g
const SPACED_NUMBERS = /\d(?:[ ()./-]{0,3}\d){5,}/g
const LONG_NUMBER = /^[+(]*\d(?:[()./-]{0,3}\d){5,}\)?$/
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
