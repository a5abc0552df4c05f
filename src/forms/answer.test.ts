import { expect, test } from 'vitest'
import { caps, choice, email, judge, line, optionalLine, text } from './answer.ts'

const name = line('Full name is required.')
const address = email('Email address is required.')

test('a line is trimmed, composed and freed of control characters', () => {
  expect(judge(name, '  Ada \u0000 Love\u0301lace\n ')).toEqual({ answer: 'Ada   Lovélace' })
  expect(judge(name, 'a\u202eb')).toEqual({ answer: 'a b' })
})

test('long text keeps its line breaks and tabs', () => {
  expect(judge(text('Missing.'), ' one\r\ntwo\tthree\u0007\n ')).toEqual({
    answer: 'one\ntwo\tthree',
  })
})

test.each([undefined, null, '', '   ', '\u0000', 7, {}, []])('%j is no name', (typed) => {
  expect(judge(name, typed)).toEqual({ error: 'Full name is required.' })
})

test.each(['ada@example.com', ' a@b.c ', 'ada+x@mail.example.co.in', 'ä@ö.ü'])(
  '%s is an address',
  (typed) => {
    expect(judge(address, typed)).toEqual({ answer: typed.trim() })
  },
)

test.each(['ada', 'ada@', '@b.c', 'ada@example', 'a b@c.d', 'a@b@c.d', 'ada@.'])(
  '%s is no address',
  (typed) => {
    expect(judge(address, typed)).toEqual({ error: 'Enter a valid email address.' })
  },
)

test('an option is one of the list, to the letter', () => {
  const subject = choice(['General Inquiry', 'Other'], 'Select a subject.')
  expect(judge(subject, 'Other')).toEqual({ answer: 'Other' })
  for (const typed of ['other', '', undefined, ['Other']]) {
    expect(judge(subject, typed)).toEqual({ error: 'Select a subject.' })
  }
})

test('an optional line left empty is no answer, and anything but text is wrong', () => {
  for (const typed of [undefined, null, '', '  ']) {
    expect(judge(optionalLine(), typed)).toEqual({ answer: undefined })
  }
  expect(judge(optionalLine(), ' Engines ')).toEqual({ answer: 'Engines' })
  expect(judge(optionalLine(), 7)).toEqual({ error: 'Enter text.' })
})

test('caps hold at the character', () => {
  const kinds = [
    [name, caps.line],
    [text('Missing.'), caps.text],
    [optionalLine(), caps.line],
  ] as const
  for (const [kind, cap] of kinds) {
    expect(judge(kind, 'a'.repeat(cap))).toEqual({ answer: 'a'.repeat(cap) })
    expect(judge(kind, 'a'.repeat(cap + 1))).toEqual({
      error: `Use at most ${cap.toLocaleString('en')} characters.`,
    })
  }
  const long = `${'a'.repeat(caps.email - 5)}@b.cd`
  expect(judge(address, long)).toEqual({ answer: long })
  expect(judge(address, `a${long}`)).toEqual({ error: 'Use at most 254 characters.' })
})

test('the cap is checked before the pattern sees the text', () => {
  expect(judge(address, '@'.repeat(60_000))).toEqual({ error: 'Use at most 254 characters.' })
})
