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

/** Counts are written out in running text up to twenty, and the tens: `8` becomes `eight`. */
export const inWords = (count: number) => WORDS[count] ?? TENS[count / 10 - 3] ?? String(count)

/** The same at the head of a sentence. */
export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
