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

/** Small counts are written out in running text: `8` becomes `eight`; beyond twenty, figures. */
export const inWords = (count: number) => WORDS[count] ?? String(count)

/** The same at the head of a sentence. */
export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
