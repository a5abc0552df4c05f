const WORDS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]
const TENS = ['thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Writes numbers up to twenty, and the tens, in words: `8` becomes `eight`. */
export const inWords = (count: number) => WORDS[count] ?? TENS[count / 10 - 3] ?? String(count)

export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The first number in a text, or the nth: `€40K–€160K` has 40 and 160. NaN if there is none. */
export const numberIn = (text: string | number, nth = 1): number =>
  Number(String(text).match(/\d+(\.\d+)?/g)?.[nth - 1] ?? Number.NaN)
