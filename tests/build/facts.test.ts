import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

import { dist, pages } from './built-pages.ts'
import { contradictions, statements } from './fact.ts'
import { describedLines, readOutLines, shownLines } from './page-words.ts'
import { promisedFacts } from './promised-facts.ts'
import { studioFacts } from './studio-facts.ts'

/** All texts for visitors, search engines and feed readers, by address. */
const told = new Map(
  pages.map((page) => [
    page.path,
    [...shownLines(page), ...readOutLines(page), ...describedLines(page)].join('\n'),
  ]),
)
for (const file of ['llms.txt', 'rss.xml']) told.set(file, readFileSync(`${dist}/${file}`, 'utf8'))

/** A different value: other digits, or another last word. */
const planted = (value: string) =>
  /\d/.test(value)
    ? value.replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10))
    : value.replace(/\w+$/, 'Growth')

const facts = [...studioFacts, ...promisedFacts]

describe.each(facts.map((fact) => [fact.name, fact] as const))('%s', (_, fact) => {
  const pagesOf = [...told].filter(([path]) => fact.isOn(path))

  test('is the same everywhere', () => {
    const wrong = pagesOf.flatMap(([path, words]) =>
      contradictions(words, fact).map((said) => `${path}: ${said.words}`),
    )
    expect(wrong).toEqual([])
  })

  test('is stated, and another value would fail', () => {
    const stated = pagesOf.flatMap(([, words]) => statements(words, fact))
    expect(stated).not.toEqual([])
    for (const { words, value } of stated) {
      const page = `A company.\n${words.replace(value, planted(value))} words after.`
      expect(contradictions(page, fact), page).not.toEqual([])
    }
  })
})

test('a contradiction on one page is found', () => {
  const page = told.get('/contact') ?? ''
  const found = (words: string) =>
    facts.flatMap((fact) => contradictions(words, fact).map((said) => said.words))
  expect(found(page)).toEqual([])
  const other = page.replace(/next steps within [^.\n]+/, 'next steps within two weeks')
  expect(found(other)).toEqual(['next steps within 2 weeks'])
})
