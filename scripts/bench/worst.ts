import { caps } from '#forms/answer.ts'
import { asChoice, type Form } from '#forms/form.ts'

/** Texts and bodies that are made to cost as much as they can, as long as they may be. */

const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** What a text is repeated from. */
const PIECES: Record<string, string> = {
  'plain letters': 'a',
  'marks out of order': '\u0327\u0301',
  'marks that unfold': '\u0f73',
  'one letter of eighteen': '\ufdfa',
  'lone surrogates': '\ud800',
  'half pairs': '\udc00\ud800',
  'right to left': '\u202e\u2066',
  'control characters': '\u0001\n\r\t',
  'spaces and no end': ' \u00a0',
  'at signs and dots': 'a@a.',
  'quotes and backslashes': '"\\',
  formulas: ';=',
  digits: '9',
  'emoji families': '👨‍👩‍👧‍👦',
  'Hangul in parts': '\u1100\u1161\u11a8',
}

/** Right answers to a form, all texts of which are of the same kind and as long as they may be. */
export function worst(form: Form): [string, Record<string, unknown>][] {
  const fits = Object.entries(PIECES).map(([name, piece]): [string, Record<string, unknown>] => [
    name,
    answers(form, (cap) => repeated(piece, cap)),
  ])
  const over = Object.entries(PIECES).map(([name, piece]): [string, Record<string, unknown>] => [
    `${name}, ten times too long`,
    answers(form, (cap) => repeated(piece, Math.min(cap * 10, 12_000))),
  ])
  return [...fits, ...over, ['a resume of 4 MiB − 1', withResume(form)]]
}

function answers(form: Form, text: (cap: number) => string): Record<string, unknown> {
  const kinds: Record<string, number> = { text: caps.text, url: caps.url, line: caps.line }
  const entries = Object.entries(form.fields).map(([name, field]) => {
    const [first] = field.options ?? []
    const option = first === undefined ? undefined : asChoice(first).value
    if (field.control === 'several') return [name, [option]]
    if (option !== undefined) return [name, option]
    if (field.control === 'email') return [name, `${text(40).replace(/[@\s]/g, 'x')}@example.com`]
    if (field.control === 'url') return [name, `https://a.test/${text(2_000)}`]
    return [name, text(kinds[field.control] ?? caps.line)]
  })
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000, 1)])
  return {
    ...(Object.fromEntries(entries) as Record<string, unknown>),
    ...{ source: 'landing', projectSlug: 'calmist', roleSlug: 'chief-revenue-officer' },
    ...resume(file),
  }
}

const resume = (bytes: Buffer) => ({
  resumeFileName: 'cv.pdf',
  resumeFileType: 'application/pdf',
  resumeFileSize: bytes.byteLength,
  resumeFileBase64: bytes.toString('base64'),
})

const LARGEST = 4 * 1024 * 1024 - 1

const withResume = (form: Form) => ({
  ...answers(form, (cap) => repeated('a', cap)),
  ...(form.name === 'careers' &&
    resume(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(LARGEST - 9, 7)]))),
})

/** Bodies of the largest size that are no form at all. */
export function worstBodies(limit: number): [string, string][] {
  const filled = (open: string, piece: string, close: string) =>
    open + piece.repeat(Math.floor((limit - open.length - close.length) / piece.length)) + close
  return [
    ['brackets', filled('', '[', '')],
    ['objects in objects', filled('', '{"a":', '')],
    ['empty arrays', filled('[', '[],', '0]')],
    ['empty objects', filled('[', '{},', '0]')],
    ['empty texts', filled('[', '"",', '0]')],
    ['many keys', filled('{', '"a":0,', '"a":0}')],
    ['huge numbers', filled('[', '1e999,', '0]')],
    ['one long number', filled('{"a":', '9', '}')],
    ['spaces', filled('{', ' ', '}')],
    ['escapes', filled('{"a":"', '\\u0301', '"}')],
    ['escaped quotes', filled('{"a":"', '\\"', '"}')],
    ['backslashes', filled('{"a":"', '\\\\', '"}')],
    ['one long text', filled('{"name":"', 'a', '"}')],
    ['marks in one text', filled('{"name":"', '\u0327\u0301', '"}').slice(0, limit / 2)],
    ['a file that is none', filled('{"resumeFileBase64":"', '=', '"}')],
    ['no JSON', filled('', 'x', '')],
  ]
}
