import { expect, test } from 'vitest'

import { pages } from './built-pages.ts'
import { describedLines, readOutLines, shownLines } from './page-words.ts'

const MOST_WORDS = 30

/** The legal texts are contracts, so they may have longer sentences. */
const LEGAL = ['/privacy-policy', '/terms', '/app-policy']

const isLong = (sentence: string) => sentence.split(/\s+/).length > MOST_WORDS

/** A sentence ends with a stop. A quotation mark or a bracket may follow. */
const longIn = (line: string) => line.split(/(?<=[.!?][”’)]*)\s+/).filter(isLong)

test('no page has a sentence of more than thirty words', () => {
  const long = pages
    .filter(({ path }) => !LEGAL.includes(path))
    .flatMap((page) =>
      [...shownLines(page), ...readOutLines(page), ...describedLines(page)]
        .flatMap(longIn)
        .map((sentence) => `${page.path}: ${sentence}`),
    )
  expect(long).toEqual([])
})

test('a long sentence is found between others', () => {
  const thirty = Array.from({ length: MOST_WORDS }, () => 'word').join(' ')
  expect(longIn(`Short. ${thirty}. Short!`)).toEqual([])
  expect(longIn(`Short. One ${thirty}. Short!`)).toEqual([`One ${thirty}.`])
  expect(longIn(`One ${thirty}`)).toEqual([`One ${thirty}`])
})
