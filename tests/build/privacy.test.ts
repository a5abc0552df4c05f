import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { legalFacts } from '../../src/schemas/legal-facts.ts'
import { fillIn } from '../../src/text/fill-in.ts'
import { studio } from '../content.ts'
import { missingIn } from './named-in.ts'
import { plainText, sentencesOf } from './policy-sentences.ts'

const POLICY = 'content/legal/privacy-policy.mdx'
const DOCUMENT = 'docs/privacy.md'

/** A sentence with one of these words is about storage, time, cookies or third parties. */
const PROMISES = [
  /\b(stor(e|es|ed|age)|we keep|not keep|kept|keeps|stays (for|in)|delet(e|es|ed|ion)|eras(e|es|ed)|backups?|marker|held)\b/i,
  /\b(cookies?|session|scripts?|hash(es)?|logs?|encrypted|puzzle|downloaded)\b/i,
  /\b(\d+ (hours|days|minutes|years)|ten minutes|two seconds|two days)\b/,
  /\b(Netlify|Google|third party|mail provider|admin area)\b/,
]

const document = readFileSync(DOCUMENT, 'utf8')
const rows = [...document.matchAll(/^\| “(.+?)” +\| (.+?) +\|$/gm)].map(
  ([, quote = '', by = '']) => ({
    quote: fillIn(quote, legalFacts(studio)),
    by,
  }),
)
const policy = plainText(POLICY).replaceAll(/\s+/g, ' ')

test('every row quotes the policy exactly', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ quote }) => !policy.includes(quote))).toEqual([])
})

test('every row names the code or guide that keeps the promise, and it exists', () => {
  for (const { quote, by } of rows) expect(by, quote).toMatch(/`[^`]+\/[^`]+`|`netlify\.toml`|\]\(/)
  expect(missingIn(document, DOCUMENT)).toEqual([])
})

test('every section of a guide that a row links to exists', () => {
  const anchors = [...document.matchAll(/\((\w+\.md)#([\w-]+)\)/g)]
  expect(anchors).not.toEqual([])
  for (const [, guide = '', anchor = ''] of anchors) {
    const headings = readFileSync(`docs/${guide}`, 'utf8').match(/^#+ .+$/gm) ?? []
    const anchorsThere = headings.map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(anchorsThere, guide).toContain(anchor)
  }
})

test('every promise of the policy has a row', () => {
  const promises = sentencesOf(POLICY).filter((sentence) =>
    PROMISES.some((pattern) => pattern.test(sentence)),
  )
  expect(promises.length).toBeGreaterThan(30)
  expect(
    promises.filter((sentence) => !rows.some(({ quote }) => sentence.includes(quote))),
  ).toEqual([])
})
