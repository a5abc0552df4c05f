import * as z from 'zod/mini'

/**
 * The kinds of answer a form can ask for. Each one tidies what was typed, then judges it, with the
 * words that stand beside the field. Caps come before any pattern, so that no pattern ever meets
 * more text than it was written for.
 */

/** Longest accepted answer of each kind, in UTF-16 code units. */
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

/** One of the listed options. */
export const choice = <const Options extends readonly [string, ...string[]]>(
  options: Options,
  missing: string,
) => z.enum(options, { error: missing })

/** The same answer, but the field may be left empty: then it is not sent and not stored. */
export const optional = <Kind extends z.ZodMiniType>(kind: Kind) => z.optional(kind)

/** One line that may be left empty. */
export const optionalLine = () =>
  optional(z.string({ error: 'Enter text.' }).check(z.overwrite(tidyLine), capped(caps.line)))

export type AnswerKind = z.ZodMiniType
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
