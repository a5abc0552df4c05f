import * as z from 'zod/mini'

/**
 * The kinds of answer a form can ask for. Each one tidies what was typed, then judges it, with the
 * words that stand beside the field. The cap comes before everything else: composing characters is
 * quadratic on text that is made for it, and no pattern meets more text than it was written for.
 */

/**
 * Longest accepted answer of each kind, in UTF-16 code units. An e-mail address can't be longer
 * (RFC 5321 §4.5.3.1.3, less the two brackets); the others are our own.
 */
export const caps = { email: 254, line: 200, url: 2048, text: 10_000 } as const

// What would make two addresses of one in a mail's header is in none.
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

// Control and bidirectional-override characters have no place in an answer; long text keeps its
// line breaks and tabs.
const NOT_IN_A_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const NOT_IN_TEXT = /[^\P{Cc}\n\t]+|[\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Thirty marks on one letter are more than any script has: a joiner after them keeps what composes
 * characters from sorting the next ones among them (Unicode's Stream-Safe Text Format, UAX #15).
 */
const MARKS = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu

/** Half a character of two halves, which no later step could encode, becomes U+FFFD. */
const composed = (typed: string) => typed.toWellFormed().replace(MARKS, '$&\u034f').normalize('NFC')
const tidyLine = (typed: string) => composed(typed).replace(NOT_IN_A_LINE, ' ').trim()

/** Text of several lines as it is stored. Its length is to be bounded before. */
export const tidyText = (typed: string) =>
  composed(typed).replace(/\r\n?/g, '\n').replace(NOT_IN_TEXT, '').trim()

const tooLong = (cap: number) => `Use at most ${cap.toLocaleString('en')} characters.`

/** Text of at most `cap` characters as they were typed, then tidied. */
const short = (words: string, cap: number, tidy = tidyLine) =>
  z
    .string({ error: words })
    .check(z.maxLength(cap, { error: tooLong(cap), abort: true }), z.overwrite(tidy))

/** One line that must be there. */
export const line = (missing: string) =>
  short(missing, caps.line).check(z.minLength(1, { error: missing }))

/** Several lines that must be there. */
export const text = (missing: string) =>
  short(missing, caps.text, tidyText).check(z.minLength(1, { error: missing }))

/** An address such as `name@host.tld`; the mailbox itself is proven only by writing to it. */
export const email = (missing: string, wrong = 'Enter a valid email address.') =>
  short(missing, caps.email).check(
    z.minLength(1, { error: missing, abort: true }),
    z.regex(EMAIL, { error: wrong }),
  )

/** An address on the web, such as `https://host.tld/path`. */
export const webAddress = (wrong: string) =>
  short(wrong, caps.url).check(
    z.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { error: wrong }),
  )

/** Anything that reads as a URL, whatever its scheme. */
export const url = (wrong: string) =>
  short(wrong, caps.url).check(z.refine((typed) => URL.canParse(typed), { error: wrong }))

/** One of the listed options. */
export const choice = <const Options extends readonly [string, ...string[]]>(
  options: Options,
  missing: string,
) => z.enum(options, { error: missing })

/** Any number of the listed options, each once; none is no answer. */
export const several = <const Options extends readonly [string, ...string[]]>(options: Options) => {
  const words = { error: 'Choose from the list.' }
  const inOrder = z.overwrite((chosen: unknown[]) => options.filter((one) => chosen.includes(one)))
  // Counted before any is looked at.
  const few = z.array(z.unknown(), words).check(z.maxLength(options.length, words))
  return optional(z.pipe(few, z.array(z.enum(options, words), words).check(inOrder)))
}

/** The same answer, but the field may be left empty: then it is not sent and not stored. */
export const optional = <Kind extends z.ZodMiniType>(kind: Kind) => z.optional(kind)

/** One line that may be left empty. */
export const optionalLine = () => optional(short('Enter text.', caps.line))

/** Several lines that may be left empty. */
export const optionalText = () => optional(short('Enter text.', caps.text, tidyText))

/** A chosen file, as the browser describes it. */
type FileFacts = { name: string; type: string; size: number }

type PdfFault = 'missing' | 'wrong' | 'large' | 'longName'

/** A PDF below `limit` bytes, as far as its description goes: the server also looks inside. */
export const pdf = (limit: number, words: Record<PdfFault, string>) => {
  const { missing: error } = words
  const facts = {
    name: z.string({ error }).check(z.maxLength(caps.line, words.longName), z.overwrite(tidyLine)),
    type: z.string({ error }).check(z.maxLength(caps.line, words.wrong)),
    size: z.int({ error }),
  }
  return z.object(facts, { error }).check(
    z.refine(isPdf, { error: words.wrong, abort: true }),
    z.refine(({ size }) => size < limit, { error: words.large }),
  )
}

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
