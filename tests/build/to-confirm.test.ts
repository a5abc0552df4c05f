import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { allMarks, confirmList, LIST } from '../../src/build/to-confirm.ts'

const marks = await allMarks()

test('the list matches the marks in the content', async () => {
  expect(await readFile(LIST, 'utf8')).toBe(confirmList(marks))
})

test('every mark has a fact, a place and a replacement', () => {
  for (const { fact, shownOn, replaceBy, file } of marks) {
    for (const part of [fact, shownOn, replaceBy]) {
      expect(part, file).toMatch(/^[^|]{3,160}$/)
      expect(part, file).not.toMatch(/[.;]$/)
    }
  }
})
