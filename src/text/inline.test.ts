import { expect, test } from 'vitest'
import { inline, inlineParts } from './inline.ts'

test('bold words, links and words that stay together become HTML', () => {
  expect(inline('**8** ventures, [in one list](/portfolio), within [24 hours].')).toBe(
    '<b>8</b> ventures, <a href="/portfolio">in one list</a>, within <span class="nowrap">24 hours</span>.',
  )
})

test('a range of figures stays on one line', () => {
  expect(inline('For 12–18 months, with **$25K–$150K**.')).toBe(
    'For <span class="nowrap">12–18</span> months, with <b><span class="nowrap">$25K–$150K</span></b>.',
  )
})

test('signs of HTML stand for themselves', () => {
  expect(inline('a < b & "c" <script>')).toBe('a &#60; b &#38; &#34;c&#34; &#60;script&#62;')
})

test('an island gets a text and its links apart', () => {
  expect(inlineParts('As our [Policy](/privacy-policy) says.')).toEqual([
    'As our ',
    { label: 'Policy', href: '/privacy-policy' },
    ' says.',
  ])
})
