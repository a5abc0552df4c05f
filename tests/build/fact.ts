import { inWords } from '../../src/text/in-words.ts'

/** A figure or a promise: how pages state it, with the value in a group, and what it may be. */
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

/** As facts are compared: counts in digits, every dash the same. */
export const normalised = (words: string) =>
  words
    .replaceAll(/[A-Za-z]+(-[A-Za-z]+)*/g, (word) =>
      String(NUMBERS.get(word.toLowerCase()) ?? word),
    )
    .replaceAll(/(\d|\dK)[‑–-](?=[\d$])/g, '$1–')

/** A fact of every page, unless it is told where it is one. */
export const fact = (name: string, said: RegExp, ...is: (string | number)[]): Fact => ({
  name,
  said: new RegExp(said, 'g'),
  is: is.map((value) => normalised(String(value))),
  isOn: () => true,
})

/** What a page states of a fact: the words, and the value in them. */
export function statements(words: string, { said }: Fact): { words: string; value: string }[] {
  const found = normalised(words).matchAll(said)
  return [...found].map(([words, ...values]) => ({ words, value: values.find(Boolean) ?? '' }))
}

/** What a page states of a fact otherwise than it is. */
export const contradictions = (words: string, fact: Fact) =>
  statements(words, fact).filter(({ value }) => !fact.is.includes(value))
