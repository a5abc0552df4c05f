import * as z from 'zod/mini'
import { caps, type AnswerKind, type FileFacts } from '../answer.ts'
import { isPdfName } from '../resume.ts'
import { tidyLine, tidyText } from './tidy.ts'

/**
 * Each kind of answer as a schema that tidies what was typed, then judges it. The cap comes before
 * everything else: composing characters is quadratic on text that is made for it, and no pattern
 * meets more text than it was written for.
 */
type Schemas = {
  [Kind in AnswerKind['kind']]: (rule: AnswerKind & { kind: Kind }) => z.ZodMiniType
}

// What would make two addresses of one in a mail's header is in none.
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

/** Two addresses that look alike but are not one mailbox must not pass for one: `ａ²` looks like `a2`. */
const isPlain = (composed: string) => composed.normalize('NFKC') === composed

const tooLong = (cap: number) => `Use at most ${cap.toLocaleString('en')} characters.`

/** Text of at most `cap` characters as they were typed, then tidied. */
const short = (words: string, cap: number, tidy = tidyLine) =>
  z
    .string({ error: words })
    .check(z.maxLength(cap, { error: tooLong(cap), abort: true }), z.overwrite(tidy))

/** Where the field may be left empty, what is empty once tidied is no answer rather than a fault. */
const least = ({ missing, optional }: { missing: string; optional?: true }) =>
  z.minLength(optional ? 0 : 1, { error: missing })

const schemas: Schemas = {
  line: (rule) => short(rule.missing, caps.line).check(least(rule)),
  text: (rule) => short(rule.missing, caps.text, tidyText).check(least(rule)),
  email: ({ missing, wrong }) =>
    short(missing, caps.email).check(
      z.minLength(1, { error: missing, abort: true }),
      z.refine((typed) => EMAIL.test(typed) && isPlain(typed), { error: wrong }),
    ),
  'web address': ({ wrong }) =>
    short(wrong, caps.url).check(
      z.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { error: wrong }),
    ),
  url: ({ wrong }) =>
    short(wrong, caps.url).check(z.refine((typed) => URL.canParse(typed), { error: wrong })),
  choice: ({ options, missing }) => z.enum(options, { error: missing }),
  several: ({ options }) => {
    const words = { error: 'Choose from the list.' }
    const inOrder = z.overwrite((chosen: unknown[]) =>
      options.filter((one) => chosen.includes(one)),
    )
    // Counted before any is looked at.
    const few = z.array(z.unknown(), words).check(z.maxLength(options.length, words))
    return z.pipe(few, z.array(z.enum(options, words), words).check(inOrder))
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

/** Some systems know no type for the ending, and some have one of their own. */
const isPdf = ({ name, type }: FileFacts) =>
  isPdfName(name) && /^(application\/((x-)?pdf|octet-stream))?$/i.test(type)

const made = new WeakMap<AnswerKind, z.ZodMiniType>()

function schemaOf(rule: AnswerKind): z.ZodMiniType {
  const known = made.get(rule)
  if (known) return known
  // The table has for each kind what takes its rule.
  const make = schemas[rule.kind] as (one: AnswerKind) => z.ZodMiniType
  const schema = make(rule)
  made.set(rule, schema)
  return schema
}

/** The answer, or the one message that belongs beside its field. */
export function judge(rule: AnswerKind, typed: unknown): { answer: unknown } | { error: string } {
  if (rule.optional && isEmpty(typed)) return { answer: undefined }
  const result = schemaOf(rule).safeParse(typed)
  if (result.success) return { answer: isEmpty(result.data) ? undefined : result.data }
  return { error: result.error.issues[0]?.message ?? 'Enter an answer.' }
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
