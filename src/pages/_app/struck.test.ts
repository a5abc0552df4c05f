import { expect, test } from 'vitest'

import { runs } from './struck.ts'

const written = (line: string) =>
  runs(line)
    .map(({ text, isStruck }) => (isStruck ? `<s>${text}</s>` : text))
    .join('')

test('text between tildes is struck out', () => {
  expect(written('by the ~1st~ 5th')).toBe('by the <s>1st</s> 5th')
  expect(written('~the Tower~ ~the Moon~')).toBe('<s>the Tower</s> <s>the Moon</s>')
  expect(written('~all of it~')).toBe('<s>all of it</s>')
})

test('a line without tildes stays as it is', () => {
  expect(runs('Tuesday, everything')).toEqual([{ text: 'Tuesday, everything', isStruck: false }])
})
