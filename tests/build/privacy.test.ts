import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inWords } from '../../src/text/in-words.ts'

/** The privacy text names times that the functions keep to: both must say the same. */
const text = readFileSync('content/legal/privacy-policy.mdx', 'utf8')

/** Milliseconds, read where the functions have them: `10 * 60 * 1_000`. */
function milliseconds(file: string, name: string): number {
  const source = readFileSync(`netlify/server/${file}.ts`, 'utf8')
  const [, product] = new RegExp(`const ${name} = ([\\w* ]+)`).exec(source) ?? []
  if (!product) throw new Error(`netlify/server/${file}.ts has no “${name}”`)
  return product
    .split('*')
    .map((factor) => factor.trim().replace('_', ''))
    .reduce((sum, factor) => sum * (factor === 'MINUTE' ? 60_000 : Number(factor)), 1)
}

test('a form that is sent too quickly is held', () => {
  const seconds = milliseconds('spam/signals', 'QUICKEST') / 1_000
  expect(text).toContain(`sent within ${inWords(seconds)} seconds`)
})

test('submissions from one address are counted over a span', () => {
  const minutes = milliseconds('spam/signals', 'FLOOD_SPAN') / 60_000
  expect(text).toContain(`count submissions over ${inWords(minutes)} minutes`)
})

test('a session ends without use', () => {
  const minutes = milliseconds('admin/session', 'IDLE') / 60_000
  expect(text).toContain(`a session ends after ${minutes} minutes without use`)
})
