import * as z from 'zod/mini'

/**
 * The kinds of answer a form can ask for. Each one tidies what was typed, then judges it, with the
 * words that stand beside the field. Caps come before any pattern, so that no pattern ever meets
 * more text than it was written for.
 */

/**
 * Longest accepted answer of each kind, in UTF-16 code units. An e-mail address can't be longer
 * (RFC 5321 §4.5.3.1.3, less the two brackets); the others are our own.
 */
export const caps = { email: 254, line: 200, url: 2048, text: 10_000 } as const

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

// Control and bidirectional-override characters have no place in an answer; long text keeps its
// line breaks and tabs.
const NOT_IN_A_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const NOT_IN_TEXT = /[^\P{Cc}\n\t]+|[\u202a-\u202e\u2066-\u2069]+/gu

const tidyLine = (typed: string) => typed.normalize('NFC').replace(NOT_IN_A_LINE, ' ').trim()
const tidyText = (typed: string) =>
  typed.normalize('NFC').replace(/\r\n?/g, '\n').replace(NOT_IN_TEXT, '').trim()

const tooLong = (cap: number) => `Use at most ${cap.toLocaleString('en')} characters.`

const capped = (cap: number) => z.maxLength(cap, { error: tooLong(cap), abort: true })

/** One line that must be there. */
export const line = (missing: string) =>
  z
    .string({ error: missing })
    .check(z.overwrite(tidyLine), capped(caps.line), z.minLength(1, { error: missing }))

/** Several lines that must be there. */
export const text = (missing: string) =>
  z
    .string({ error: missing })
    .check(z.overwrite(tidyText), capped(caps.text), z.minLength(1, { error: missing }))

/** An address such as `name@host.tld`; the mailbox itself is proven only by writing to it. */
export const email = (missing: string, wrong = 'Enter a valid email address.') =>
  z
    .string({ error: missing })
    .check(
      z.overwrite(tidyLine),
      capped(caps.email),
      z.minLength(1, { error: missing, abort: true }),
      z.regex(EMAIL, { error: wrong }),
    )

/** An address on the web, such as `https://host.tld/path`. */
export const webAddress = (wrong: string) =>
  z.string({ error: wrong }).check(
    z.overwrite(tidyLine),
    capped(caps.url),
    z.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { error: wrong }),
  )

/** Anything that reads as a URL, whatever its scheme. */
export const url = (wrong: string) =>
  z.string({ error: wrong }).check(
    z.overwrite(tidyLine),
    capped(caps.url),
    z.refine((typed) => URL.canParse(typed), { error: wrong }),
  )

/** One of the listed options. */
export const choice = <const Options extends readonly [string, ...string[]]>(
  options: Options,
  missing: string,
) => z.enum(options, { error: missing })

/** Any number of the listed options, each once; none is no answer. */
export const several = <const Options extends readonly [string, ...string[]]>(options: Options) => {
  const words = { error: 'Choose from the list.' }
  const inOrder = z.overwrite((chosen: unknown[]) => options.filter((one) => chosen.includes(one)))
  return optional(z.array(z.enum(options, words), words).check(inOrder))
}

/** The same answer, but the field may be left empty: then it is not sent and not stored. */
export const optional = <Kind extends z.ZodMiniType>(kind: Kind) => z.optional(kind)

/** One line that may be left empty. */
export const optionalLine = () =>
  optional(z.string({ error: 'Enter text.' }).check(z.overwrite(tidyLine), capped(caps.line)))

/** Several lines that may be left empty. */
export const optionalText = () =>
  optional(z.string({ error: 'Enter text.' }).check(z.overwrite(tidyText), capped(caps.text)))

/** A chosen file, as the browser describes it. */
type FileFacts = { name: string; type: string; size: number }

/** A PDF below `limit` bytes, as far as its description goes: the server also looks inside. */
export const pdf = (limit: number, words: { missing: string; wrong: string; large: string }) => {
  const { missing: error } = words
  const facts = { name: z.string({ error }), type: z.string({ error }), size: z.int({ error }) }
  return z.object(facts, { error }).check(
    z.overwrite(({ name, type, size }) => ({ name: fileName(name), type, size })),
    z.refine(isPdf, { error: words.wrong, abort: true }),
    z.refine(({ size }) => size < limit, { error: words.large }),
  )
}

// The name's end is what tells the kind, so a long name is cut at its beginning.
const fileName = (name: string) => tidyLine(name).slice(-caps.line)

/** Some systems know no type for the ending, and some have one of their own. */
const isPdf = ({ name, type }: FileFacts) =>
  /^application\/(x-)?pdf$/i.test(type) ||
  (/^(application\/octet-stream)?$/i.test(type) && /\.pdf$/i.test(name))

/** What judges an answer: a schema that tidies first. */
export type AnswerKind = z.ZodMiniType
/** What a kind of answer is, once judged. */
export type AnswerOf<Kind extends AnswerKind> = z.output<Kind>

/** The answer, or the one message that belongs beside its field. */
export function judge(kind: AnswerKind, typed: unknown): { answer: unknown } | { error: string } {
  const result = kind.safeParse(
    isEmpty(typed) && kind.safeParse(undefined).success ? undefined : typed,
  )
  if (result.success) return { answer: isEmpty(result.data) ? undefined : result.data }
  return { error: result.error.issues[0]?.message ?? 'Enter an answer.' }
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
