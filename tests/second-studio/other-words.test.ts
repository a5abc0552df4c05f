import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { figures, names, plain, sentences, shortTexts } from './first-studio.ts'

/** Everything that the built site of the second studio says. */
const built = globSync('dist/**/*.{html,js,css,svg,txt,xml,json,webmanifest}').map((file) => {
  const text = readFileSync(file, 'utf8')
  const [read, words] = [plain(withoutCode(text)), apart(plain(withoutCode(text, ' ')))]
  return { file, text, plain: plain(text), read, words }
})

/** Whole words with a blank around each. */
function apart(text: string) {
  return ` ${text.match(/[\p{L}\p{N}\p{Sc}-]+/gu)?.join(' ')} `
}

/** What a person reads of a page: no styles, no scripts, no tags. */
function withoutCode(text: string, between = '') {
  return text
    .replaceAll(/<(style|script)(?![^>]*ld\+json)[^>]*>[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, between)
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

const wherever = (words: string[], where: 'plain' | 'read') =>
  built.flatMap((page) =>
    words
      .filter((word) => page[where].includes(word.toLowerCase()))
      .map((word) => `${page.file}: ${word}`),
  )

test('no name, place or title of the first studio is on the second’s site', () => {
  expect(names.length).toBeGreaterThan(20)
  expect(wherever(names, 'plain')).toEqual([])
})

test('no figure of the first studio is on the second’s site', () => {
  expect(figures.length).toBeGreaterThan(10)
  const read = built.filter(({ file }) => !/\.(js|css|svg)$/.test(file))
  const found = read.flatMap(({ file, read: words }) =>
    figures
      .filter((figure) => words.includes(figure.toLowerCase()))
      .map((one) => `${file}: ${one}`),
  )
  expect(found).toEqual([])
})

test('no sentence of the first studio is on the second’s site', () => {
  expect(sentences.length).toBeGreaterThan(500)
  expect([...wherever(sentences, 'plain'), ...wherever(sentences, 'read')]).toEqual([])
})

/** No page of the admin area: its words are the code's. */
const pages = built.filter(({ file }) => file.endsWith('.html') && !file.includes('admin'))

test('no label or short text of the first studio is on the second’s site', () => {
  expect(shortTexts.length).toBeGreaterThan(300)
  const found = pages.flatMap(({ file, words }) =>
    shortTexts.filter((text) => words.includes(apart(text))).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

test('a studio without apps has no link, page or word that is about one', () => {
  const found = pages.filter(
    ({ text, read }) => text.includes('app-policy') || read.includes('waitlist'),
  )
  expect(found.map(({ file }) => file)).toEqual([])
})
