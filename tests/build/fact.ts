import { inWords } from '../../src/text/numbers.ts'

/** A figure or a promise: a pattern with its value in a group, and the right values. */
export type Fact = {
  name: string
  said: RegExp
  is: string[]
  /** False for pages where the same words state another fact. */
  isOn: (path: string) => boolean
}

const NUMBERS = new Map(
  Array.from({ length: 91 }, (_, count) => [inWords(count), count] as const).filter(
    ([words]) => /^[a-z]+$/.test(words) && words !== 'no',
  ),
)

/** Normalizes text for comparison: counts become digits, and all dashes become the same. */
export const normalised = (words: string) =>
  words
    .replaceAll(/[A-Za-z]+(-[A-Za-z]+)*/g, (word) =>
      String(NUMBERS.get(word.toLowerCase()) ?? word),
    )
    .replaceAll(/(\d|\dK)[‑–-](?=[\d$])/g, '$1–')

/** A fact that every page may state, unless `isOn` is replaced. */
export const fact = (name: string, said: RegExp, ...is: (string | number)[]): Fact => ({
  name,
  said: new RegExp(said, 'g'),
  is: is.map((value) => normalised(String(value))),
  isOn: () => true,
})

/** The statements of a fact on a page, each with its words and its value. */
export function statements(words: string, { said }: Fact): { words: string; value: string }[] {
  const found = normalised(words).matchAll(said)
  return [...found].map(([words, ...values]) => ({ words, value: values.find(Boolean) ?? '' }))
}

/** The statements with a wrong value. */
export const contradictions = (words: string, fact: Fact) =>
  statements(words, fact).filter(({ value }) => !fact.is.includes(value))
