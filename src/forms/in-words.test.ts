import { expect, test } from 'vitest'
import { contact } from './contact.ts'
import { fullLabel, plainText, shortLabel } from './in-words.ts'
import { forms } from './index.ts'

test.each([
  ['as typed ', 'as typed '],
  [undefined, ''],
  [null, ''],
  [0, '0'],
  [false, 'false'],
  [['Fintech', 'Health'], 'Fintech, Health'],
  [['one', undefined, ['two', 3]], 'one, , two, 3'],
  [{ a: 1 }, '{"a":1}'],
])('%j is one plain text', (answer, text) => {
  expect(plainText(answer)).toBe(text)
})

test.each([
  ['contact', 'name', 'Name', 'Full name'],
  ['contact', 'message', 'Message', 'Message'],
  ['careers', 'resumeFileSize', 'Resume size', 'resumeFileSize'],
])('in %s, %s is “%s” or “%s”', (name, key, short, full) => {
  const form = forms.find((one) => one.name === name) ?? contact
  expect(shortLabel(form, key)).toBe(short)
  expect(fullLabel(form, key)).toBe(full)
})
