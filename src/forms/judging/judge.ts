import * as z from 'zod/mini'
import { caps, type AnswerKind, type FileFacts } from '../answer.ts'
import { isPdfName } from '../resume.ts'
import { tidyLine, tidyText } from './tidy.ts'

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
