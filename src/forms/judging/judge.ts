import * as z from 'zod/mini'
import { caps, type AnswerKind, type FileFacts } from '../answer.ts'
import { isPdfName } from '../resume.ts'

/**
 * Each kind of answer as a schema that tidies the text, then judges it. It checks the length first:
 * composing characters takes quadratic time, and the patterns are safe only for short text.
 */
type Schemas = {
  [Kind in AnswerKind['kind']]: (rule: AnswerKind & { kind: Kind }) => z.ZodMiniType
}

// Excludes characters that would split one address into two in a mail header.
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

/** Invisible characters (DI: default ignorable), and a dot that a host may end with. */
const UNSEEN = /\p{DI}|\.$/u

/** Whether it is an address, and has no look-alike: `ａ²` would pass for `a2`, another mailbox. */
const isEmail = (composed: string) =>
  EMAIL.test(composed) && !UNSEEN.test(composed) && composed.normalize('NFKC') === composed

const tooLong = (cap: number) => `Use at most ${cap.toLocaleString('en')} characters.`

/** Text of at most `cap` characters, counted before it is tidied. */
const limited = (words: string, cap: number, tidy = tidyLine) =>
  z
    .string({ error: words })
    .check(z.maxLength(cap, { error: tooLong(cap), abort: true }), z.overwrite(tidy))

/** An optional text that is empty once tidied is no answer. A required one is a fault. */
const notEmpty = ({ missing, optional }: { missing: string; optional?: true }) =>
  z.minLength(optional ? 0 : 1, { error: missing })

const schemas: Schemas = {
  line: (rule) => limited(rule.missing, caps.line).check(notEmpty(rule)),
  text: (rule) => limited(rule.missing, caps.text, tidyText).check(notEmpty(rule)),
  email: ({ missing, wrong }) =>
    limited(missing, caps.email).check(
      z.minLength(1, { error: missing, abort: true }),
      z.refine(isEmail, { error: wrong }),
    ),
  'web address': ({ wrong }) =>
    limited(wrong, caps.url).check(
      z.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { error: wrong }),
    ),
  url: ({ wrong }) =>
    limited(wrong, caps.url).check(z.refine((typed) => URL.canParse(typed), { error: wrong })),
  choice: ({ options, missing }) => z.enum(options, { error: missing }),
  several: ({ options }) => {
    const words = { error: 'Choose from the list.' }
    const inOrder = z.overwrite((chosen: unknown[]) =>
      options.filter((one) => chosen.includes(one)),
    )
    // Limit the count before the options are compared.
    const withinLimit = z.array(z.unknown(), words).check(z.maxLength(options.length, words))
    return z.pipe(withinLimit, z.array(z.enum(options, words), words).check(inOrder))
  },
  pdf: ({ limit, words }) => {
    const { missing: error } = words
    const facts = {
      name: z
        .string({ error })
        .check(z.maxLength(caps.line, words.longName), z.overwrite(tidyLine)),
      type: z.string({ error }).check(z.maxLength(caps.line, words.wrong)),
      size: z.int({ error }),
    }
    return z.object(facts, { error }).check(
      z.refine(isPdf, { error: words.wrong, abort: true }),
      z.refine(({ size }) => size < limit, { error: words.large }),
    )
  },
}

/** Some systems know no type for `.pdf`, others use one of their own. */
const isPdf = ({ name, type }: FileFacts) =>
  isPdfName(name) && /^(application\/((x-)?pdf|octet-stream))?$/i.test(type)

export function judge(rule: AnswerKind, typed: unknown): { answer: unknown } | { error: string } {
  if (rule.optional && isEmpty(typed)) return { answer: undefined }
  // The type of the table pairs each kind with its own schema.
  const schemaOf = schemas[rule.kind] as (one: AnswerKind) => z.ZodMiniType
  const result = schemaOf(rule).safeParse(typed)
  if (result.success) return { answer: isEmpty(result.data) ? undefined : result.data }
  return { error: result.error.issues[0]?.message ?? 'Enter an answer.' }
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

// Control and bidirectional-override characters go. Long text keeps its line breaks; a tab is a space.
const NOT_IN_A_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const NOT_IN_TEXT = /[^\P{Cc}\n]+|[\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Finds thirty combining marks in a row, more than any script uses. A joiner after them keeps
 * normalization from sorting long runs of marks (Unicode's Stream-Safe Text Format, UAX #15).
 */
const MARKS = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu

/** Finds an answer that nobody can see: only spaces and invisible characters. */
const NOTHING_SEEN = /^[\s\p{DI}]+$/u

/** A lone surrogate, which can't be encoded, becomes U+FFFD. */
const composed = (typed: string) =>
  typed.replace(NOTHING_SEEN, '').toWellFormed().replace(MARKS, '$&\u034f').normalize('NFC')

/** One line as it is stored. The caller must limit its length first. */
export const tidyLine = (typed: string) => composed(typed).replace(NOT_IN_A_LINE, ' ').trim()

/** Text of several lines as it is stored. The caller must limit its length first. */
export const tidyText = (typed: string) =>
  composed(typed).replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(NOT_IN_TEXT, '').trim()
