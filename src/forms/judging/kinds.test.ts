import { describe, expect, test } from 'vitest'
import {
  caps,
  choice,
  email,
  optional,
  optionalLine,
  optionalText,
  pdf,
  several,
  text,
  url,
  webAddress,
} from '../answer.ts'
import { judge } from './judge.ts'

const WRONG = { error: 'Wrong.' }

describe('a web address', () => {
  const kind = webAddress('Wrong.')

  test.each(['https://host.tld/path', 'http://host.tld', 'HTTPS://host.tld', ' https://a.b '])(
    '%s is valid',
    (typed) => {
      expect(judge(kind, typed)).toEqual({ answer: typed.trim() })
    },
  )

  test.each(['ftp://host.tld', 'host.tld', 'https://', 'https:/host.tld', 'ahttps://b.cd', '', 7])(
    '%s is not valid',
    (typed) => {
      expect(judge(kind, typed)).toEqual(WRONG)
    },
  )

  test('has its own length limit', () => {
    const longest = `https://a.b/${'c'.repeat(caps.url - 12)}`
    expect(judge(kind, longest)).toEqual({ answer: longest })
    expect(judge(kind, `${longest}c`)).toEqual({ error: 'Use at most 2,048 characters.' })
  })
})

test('a URL is any text that parses as one', () => {
  const kind = url('Wrong.')
  for (const typed of ['mailto:a@b.cd', 'https://host.tld']) {
    expect(judge(kind, typed)).toEqual({ answer: typed })
  }
  for (const typed of ['host.tld', '', 7]) expect(judge(kind, typed)).toEqual(WRONG)
})

test('an optional answer is checked only if it is not empty', () => {
  const kind = optional(url('Wrong.'))
  for (const typed of [undefined, null, '', '  ', []]) {
    expect(judge(kind, typed)).toEqual({ answer: undefined })
  }
  for (const typed of ['host.tld', ['host.tld'], {}, 0]) expect(judge(kind, typed)).toEqual(WRONG)
})

test('a long text may be empty, keeps its line breaks and has a length limit', () => {
  expect(judge(optionalText(), '')).toEqual({ answer: undefined })
  expect(judge(optionalText(), ' a\nb ')).toEqual({ answer: 'a\nb' })
  expect(judge(optionalText(), 7)).toEqual({ error: 'Enter text.' })
  expect(judge(optionalText(), 'a'.repeat(caps.text + 1))).toEqual({
    error: 'Use at most 10,000 characters.',
  })
})

test('a required answer has its message, also for spaces only', () => {
  expect(judge(text('Missing.'), ' \u0007\n ')).toEqual({ error: 'Missing.' })
  for (const typed of ['', '  ', undefined]) {
    expect(judge(email('Missing.'), typed)).toEqual({ error: 'Missing.' })
  }
  expect(judge(email('Missing.', 'Wrong.'), 'ada')).toEqual(WRONG)
})

test.each(['ada@b.c d', 'ada@b.c,d', '"ada@b.cd', 'ada@b.cd"', 'ada@b.', 'a@.cd', 'ada@b@cd.ef'])(
  '%s is not an e-mail address',
  (typed) => {
    expect(judge(email('Missing.', 'Wrong.'), typed)).toEqual(WRONG)
  },
)

test('invisible characters become one space in a line and disappear from long text', () => {
  const hidden = ['\u0000\u0001', '\u202a\u202e', '\u2066\u2069', '\u0007\u2067']
  for (const some of hidden) {
    expect(judge(optionalLine(), `a${some}b`)).toEqual({ answer: 'a b' })
    expect(judge(text('Missing.'), `a${some}b`)).toEqual({ answer: 'ab' })
  }
  expect(judge(text('Missing.'), 'a\rb\r\nc\n\td')).toEqual({ answer: 'a\nb\nc\n d' })
})

test('thirty marks on a letter stay, and the next one is split off', () => {
  const marked = (marks: number) => `q${'\u0300'.repeat(marks)}`
  expect(judge(text('Missing.'), marked(30))).toEqual({ answer: marked(30) })
  expect(judge(text('Missing.'), `${marked(30)}r`)).toEqual({ answer: `${marked(30)}r` })
  expect(judge(text('Missing.'), marked(31))).toEqual({ answer: `${marked(30)}\u034f\u0300` })
  // A joiner in the text restarts the count.
  const apart = `${marked(20)}\u034f${'\u0300'.repeat(20)}`
  expect(judge(text('Missing.'), apart)).toEqual({ answer: apart })
})

describe('a choice', () => {
  test('of several options keeps their order, drops repeats and may be empty', () => {
    const kind = several(['One', 'Two', 'Three'])
    expect(judge(kind, ['Three', 'One', 'Three'])).toEqual({ answer: ['One', 'Three'] })
    for (const typed of [undefined, null, [], '']) {
      expect(judge(kind, typed)).toEqual({ answer: undefined })
    }
    for (const typed of ['One', [7], Array(4).fill('One'), { 0: 'One' }]) {
      expect(judge(kind, typed)).toEqual({ error: 'Choose from the list.' })
    }
  })

  test('has its message if it is required', () => {
    expect(judge(choice(['One'], 'Missing.'), null)).toEqual({ error: 'Missing.' })
  })
})

describe('a PDF', () => {
  const kind = pdf(100, {
    missing: 'Missing.',
    wrong: 'Wrong.',
    large: 'Large.',
    longName: 'Long.',
  })
  const file = { name: 'a.pdf', type: 'application/pdf', size: 99 }

  test.each([
    { type: 'application/pdf', name: 'a.pdf' },
    { type: 'application/x-pdf', name: 'a.exe.pdf' },
    { type: 'Application/PDF', name: 'a.Pdf' },
    { type: '', name: 'a.pdf' },
    { type: '', name: 'A.PDF' },
    { type: 'application/octet-stream', name: 'a.pdf' },
  ])('may be described as $type and $name', (facts) => {
    expect(judge(kind, { ...file, ...facts })).toEqual({ answer: { ...file, ...facts } })
  })

  test.each([
    { type: 'text/plain', name: 'a.pdf' },
    { type: 'application/pdfx', name: 'a.pdf' },
    { type: 'an application/pdf', name: 'a.pdf' },
    { type: 'application/pdf', name: 'a' },
    { type: 'application/pdf', name: 'Resume.exe' },
    { type: 'application/pdf', name: 'a.pdf.hta' },
    { type: 'application/pdf', name: '.htaccess' },
    { type: 'application/octet-streams', name: 'a.pdf' },
    { type: 'an application/octet-stream', name: 'a.pdf' },
    { type: '', name: 'a.pdf.exe' },
    { type: '', name: 'apdf' },
    { type: '', name: 'a.txt' },
    { type: 'application/octet-stream', name: 'a' },
  ])('is not described as $type and $name', (facts) => {
    expect(judge(kind, { ...file, ...facts })).toEqual(WRONG)
  })

  test('must be smaller than the limit, but its type is checked first', () => {
    expect(judge(kind, { ...file, size: 100 })).toEqual({ error: 'Large.' })
    expect(judge(kind, { ...file, size: 100, type: 'text/plain' })).toEqual(WRONG)
  })

  test('has a name, a type and a whole number of bytes', () => {
    const missing = { error: 'Missing.' }
    expect(judge(kind, undefined)).toEqual(missing)
    expect(judge(kind, 'a.pdf')).toEqual(missing)
    for (const facts of [{ name: 7 }, { type: 7 }, { size: '9' }, { size: 9.5 }]) {
      expect(judge(kind, { ...file, ...facts })).toEqual(missing)
    }
  })

  test('has its name normalized as a line', () => {
    expect(judge(kind, { ...file, name: ' a\nb.pdf ' })).toEqual({
      answer: { ...file, name: 'a b.pdf' },
    })
  })
})
