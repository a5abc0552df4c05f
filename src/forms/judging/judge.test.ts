import { expect, test } from 'vitest'
import { caps, choice, email, line, optionalLine, pdf, several, text } from '../answer.ts'
import { judge } from './judge.ts'

const name = line('Missing.')
const address = email('Missing.', 'Wrong.')

test('a line is trimmed and composed, and loses its control characters', () => {
  expect(judge(name, '  Ada \u0000 Love\u0301lace\n ')).toEqual({ answer: 'Ada   Lovélace' })
  expect(judge(name, 'a\u202eb')).toEqual({ answer: 'a b' })
})

test('an invisible character beside others stays: a joiner belongs to its letters', () => {
  expect(judge(line('Missing.'), ' नि\u200d ❤\ufe0f ')).toEqual({ answer: 'नि\u200d ❤\ufe0f' })
})

test('long text keeps its line breaks and tabs', () => {
  expect(judge(text('Missing.'), ' one\r\ntwo\tthree\u0007\n ')).toEqual({
    answer: 'one\ntwo three',
  })
})

test.each([undefined, null, '', '   ', '\u0000', '\u200b \u3164', 7, {}, []])(
  '%j is not a name',
  (typed) => {
    expect(judge(name, typed)).toEqual({ error: 'Missing.' })
  },
)

test.each(['ada@example.com', ' a@b.c ', 'ada+x@mail.example.co.in', 'ä@ö.ü'])(
  '%s is an e-mail address',
  (typed) => {
    expect(judge(address, typed)).toEqual({ answer: typed.trim() })
  },
)

test.each(['ada', 'ada@', '@b.c', 'ada@example', 'a b@c.d', 'a@b@c.d', 'ada@.'])(
  '%s is not an e-mail address',
  (typed) => {
    expect(judge(address, typed)).toEqual({ error: 'Wrong.' })
  },
)

test('an option must match one of the list exactly', () => {
  const subject = choice(['General Inquiry', 'Other'], 'Select a subject.')
  expect(judge(subject, 'Other')).toEqual({ answer: 'Other' })
  for (const typed of ['other', '', undefined, ['Other']]) {
    expect(judge(subject, typed)).toEqual({ error: 'Select a subject.' })
  }
})

test('an empty optional line is no answer, and a value that is not text is wrong', () => {
  for (const typed of [undefined, null, '', '  ']) {
    expect(judge(optionalLine(), typed)).toEqual({ answer: undefined })
  }
  expect(judge(optionalLine(), ' Engines ')).toEqual({ answer: 'Engines' })
  expect(judge(optionalLine(), 7)).toEqual({ error: 'Enter text.' })
})

test('the length limit is exact', () => {
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

test('the length is checked before the pattern', () => {
  expect(judge(address, '@'.repeat(60_000))).toEqual({ error: 'Use at most 254 characters.' })
})

test('the length is checked before normalization, which is quadratic on some text', () => {
  const marks = `a${'\u0327\u0301'.repeat(160_000)}`
  const beganAt = process.cpuUsage()
  expect(judge(name, marks)).toEqual({ error: 'Use at most 200 characters.' })
  expect(judge(text('Missing.'), marks)).toEqual({ error: 'Use at most 10,000 characters.' })
  // An earlier version took twenty seconds.
  expect(process.cpuUsage(beganAt).user / 1_000).toBeLessThan(2_000)
})

test('excess combining marks are split up, and letters with their own marks stay', () => {
  const zalgo = `a${'\u0327\u0301'.repeat(200)}`
  const judged = judge(text('Missing.'), zalgo)
  const tidied = 'answer' in judged ? String(judged.answer) : ''
  expect(/[\p{M}]{31}/u.test(tidied.replaceAll('\u034f', '-'))).toBe(false)
  expect(judge(text('Missing.'), tidied)).toEqual({ answer: tidied })
  expect(judge(name, 'e\u0301 \u0928\u093f')).toEqual({ answer: 'é \u0928\u093f' })
})

test('half a surrogate pair becomes the replacement character', () => {
  expect(judge(name, 'A\ud800da')).toEqual({ answer: 'A\ufffdda' })
  expect(judge(text('Missing.'), '\udc00')).toEqual({ answer: '\ufffd' })
  expect(judge(address, 'a\ud800@b.cd')).toEqual({ answer: 'a\ufffd@b.cd' })
})

test('an e-mail address cannot contain a second address or a name', () => {
  for (const typed of [
    'a@b.cd,e@f.gh',
    'a@b.cd;e',
    '<a@b.cd>',
    '"a b"@c.de',
    '"a"@c.de',
    'a b@c.de',
  ])
    expect(judge(address, typed)).toEqual({ error: 'Wrong.' })
  expect(judge(address, "o'neil+x/y@b.cd")).toEqual({ answer: "o'neil+x/y@b.cd" })
})

test('an address with look-alike letters is refused', () => {
  for (const typed of ['ｖictim²@example.com', 'ﬁ@b.cd', 'a@ｂ.cd', 'a@b.c™', 'ſ@b.cd']) {
    expect(judge(address, typed), typed).toEqual({ error: 'Wrong.' })
  }
  // Nobody sees these.
  for (const unseen of ['\u00ad', '\u034f', '\u180e', '\u200b', '\u200e', '\u2060', '\ufe0f']) {
    expect(judge(address, `a${unseen}@b.cd`), unseen).toEqual({ error: 'Wrong.' })
    expect(judge(address, `a@b.cd${unseen}`), unseen).toEqual({ error: 'Wrong.' })
  }
  expect(judge(address, 'a@b.cd.')).toEqual({ error: 'Wrong.' })
  // Both spellings of the letter are the same address.
  expect(judge(address, 'zoe\u0308@b.cd')).toEqual({ answer: 'zoë@b.cd' })
  expect(judge(address, '\u212aa@b.cd')).toEqual({ answer: 'Ka@b.cd' })
})

test('a list is read only up to the number of options', () => {
  const kind = several(['One', 'Two'])
  expect(judge(kind, ['Two', 'One'])).toEqual({ answer: ['One', 'Two'] })
  expect(judge(kind, ['One', 'Three'])).toEqual({ error: 'Choose from the list.' })
  expect(judge(kind, Array(21_000).fill('One'))).toEqual({ error: 'Choose from the list.' })
})

test('a file name that is too long is refused with a reason', () => {
  const words = { missing: 'Missing.', wrong: 'Wrong.', large: 'Large.', longName: 'Long.' }
  const kind = pdf(100, words)
  const file = { name: `${'a'.repeat(caps.line - 4)}.pdf`, type: 'application/pdf', size: 9 }
  expect(judge(kind, file)).toEqual({ answer: file })
  expect(judge(kind, { ...file, name: `a${file.name}` })).toEqual({ error: 'Long.' })
  expect(judge(kind, { ...file, type: `application/${'x'.repeat(200)}` })).toEqual({
    error: 'Wrong.',
  })
})
