/**
 * The kinds of answer a form can ask for, as plain data. src/forms/judging checks an answer against
 * them. Each kind has the error texts for its field.
 */

/**
 * Longest accepted answer of each kind, in characters (Unicode code points). The limit for e-mail
 * comes from RFC 5321 §4.5.3.1.3 (less the two brackets). The other limits are our own.
 */
export const caps = { email: 254, line: 200, url: 2048, text: 10_000 } as const

type PdfFault = 'missing' | 'wrong' | 'large' | 'longName'

type Rule =
  | { kind: 'line' | 'text'; missing: string }
  | { kind: 'email'; missing: string; wrong: string }
  | { kind: 'web address' | 'url'; wrong: string }
  | { kind: 'choice'; options: readonly string[]; missing: string }
  | { kind: 'several'; options: readonly string[] }
  | { kind: 'pdf'; limit: number; words: Record<PdfFault, string> }

/** A rule, and whether the field may be left empty. An empty answer is not sent and not stored. */
export type AnswerKind<Answer = unknown> = Rule & {
  optional?: true
  /** Never set: it only carries the answer's type. */
  of?: (answer: never) => Answer
}

export type AnswerOf<Kind extends AnswerKind> =
  Kind extends AnswerKind<infer Answer> ? Answer : never

/** One line, required. */
export const line = (missing: string): AnswerKind<string> => ({ kind: 'line', missing })

/** Several lines, required. */
export const text = (missing: string): AnswerKind<string> => ({ kind: 'text', missing })

/** An address such as `name@host.tld`. Nobody checks that the mailbox exists. */
export const email = (
  missing: string,
  wrong = 'Enter a valid email address.',
): AnswerKind<string> => ({ kind: 'email', missing, wrong })

/** An address on the web, such as `https://host.tld/path`. */
export const webAddress = (wrong: string): AnswerKind<string> => ({ kind: 'web address', wrong })

/** Any URL, whatever its scheme. */
export const url = (wrong: string): AnswerKind<string> => ({ kind: 'url', wrong })

/** One of the options. Without options no answer is valid. */
export const choice = <const Options extends readonly string[]>(
  options: Options,
  missing: string,
): AnswerKind<Options[number]> => ({ kind: 'choice', options, missing })

/** Any number of the listed options, each at most once. An empty list counts as no answer. */
export const several = <const Options extends readonly [string, ...string[]]>(
  options: Options,
): AnswerKind<Options[number][] | undefined> => ({ kind: 'several', options, optional: true })

/** The same kind of answer, but the field may be left empty. */
export const optional = <Answer>(kind: AnswerKind<Answer>): AnswerKind<Answer | undefined> => ({
  ...kind,
  optional: true,
})

export const optionalLine = () => optional(line('Enter text.'))

export const optionalText = () => optional(text('Enter text.'))

/** As the browser reports them. */
export type FileFacts = { name: string; type: string; size: number }

/** A PDF below `limit` bytes, judged by its name, type and size. The server checks its content. */
export const pdf = (limit: number, words: Record<PdfFault, string>): AnswerKind<FileFacts> => ({
  kind: 'pdf',
  limit,
  words,
})
