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

  test('would fail with another value, wherever it is stated', () => {
    for (const { words, value } of pagesOf.flatMap(([, words]) => statements(words, fact))) {
      const page = `A company.\n${words.replace(value, planted(value))} words after.`
      expect(contradictions(page, fact), page).not.toEqual([])
    }
  })
})

test('nearly every fact is stated in the words that are looked for', () => {
  // An editor may say a few in other words.
  const all = [...told.values()]
  const unstated = facts.filter((fact) => all.every((words) => !statements(words, fact).length))
  expect(unstated.length, unstated.map(({ name }) => name).join()).toBeLessThan(facts.length / 5)
})

test('a contradiction on one page is found', () => {
  const found = (words: string) =>
    facts.flatMap((fact) => contradictions(words, fact).map((said) => said.words))
  const page = told.get('/contact') ?? ''
  expect(found(page)).toEqual([])
  expect(found(`${page}\nYou get next steps within two weeks.`)).toEqual([
    'next steps within 2 weeks',
  ])
})
