export type Run = { text: string; isStruck: boolean }

/** Splits `by the ~5th~ 8th` into runs: text between tildes is struck out. */
export const runs = (line: string): Run[] =>
  line
    .split('~')
    .map((text, index) => ({ text, isStruck: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
