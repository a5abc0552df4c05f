import { expect, test } from 'vitest'
import { line, optionalLine, pdf } from '../answer.ts'
import { defineForm, isRequired } from '../form.ts'
import { check, reviewFields } from './check.ts'

const words = { missing: 'No file.', wrong: 'No PDF.', large: 'Large.', longName: 'Long.' }

const form = defineForm({
  name: 'letters',
  collection: 'letters',
  noun: 'letter',
  plural: 'letters',
  tab: 'Letters',
  captchaAction: 'letter_form',
  failure: 'Not sent.',
  columns: [],
  fields: {
    name: { label: 'Name', control: 'line', answer: line('No name.') },
    note: { label: 'Note', control: 'line', answer: optionalLine() },
    letter: { label: 'Letter', control: 'file', answer: pdf(100, words) },
  },
})

const typed = { name: 'Ada', letterName: 'a.pdf', letterType: 'application/pdf', letterSize: 9 }

test('the keys of a file are checked together as one answer', () => {
  expect(check(form, typed)).toStrictEqual({ answers: typed })
  expect(check(form, { ...typed, letterSize: 100 })).toStrictEqual({ errors: { letter: 'Large.' } })
  expect(check(form, { ...typed, letterType: 'text/plain' })).toStrictEqual({
    errors: { letter: 'No PDF.' },
  })
})

test('a file without a type gets an empty type', () => {
  const { letterType: _, ...untyped } = typed
  expect(check(form, untyped)).toStrictEqual({ answers: { ...typed, letterType: '' } })
})

test('a file without a name counts as missing', () => {
  const { letterName: _, ...unnamed } = typed
  expect(check(form, unnamed)).toStrictEqual({ errors: { letter: 'No file.' } })
  // The stored facts do not include the file itself.
  expect(check(form, { name: 'Ada', letter: typed })).toStrictEqual({
    errors: { letter: 'No file.' },
  })
})

test('an empty field has no key in the answers', () => {
  expect(check(form, { ...typed, note: '' }).answers).not.toHaveProperty('note')
})

test('a derived answer replaces the sent one and is checked in its place', () => {
  const derived = {
    ...form,
    derive: ({ note }: Readonly<Record<string, unknown>>) => ({ name: note }),
  }
  expect(check(derived, { ...typed, note: 'Grace' }).answers).toMatchObject({ name: 'Grace' })
  expect(check(derived, typed).errors).toEqual({ name: 'No name.' })
})

test('an optional field is not required', () => {
  expect(Object.values(form.fields).map(isRequired)).toEqual([true, false, true])
})

test('the summary message tells the visitor to review the fields', () => {
  expect(reviewFields).toBe('Please review the highlighted fields.')
})
