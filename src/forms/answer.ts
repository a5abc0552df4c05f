/**
 * The kinds of answer a form can ask for, as plain data: src/forms/judging holds an answer against
 * them. Each has the words that stand beside the field when there is none, or a wrong one.
 */

/**
 * Longest accepted answer of each kind, in UTF-16 code units. An e-mail address can't be longer
 * (RFC 5321 §4.5.3.1.3, less the two brackets); the others are our own.
 */
export const caps = { email: 254, line: 200, url: 2048, text: 10_000 } as const

type PdfFault = 'missing' | 'wrong' | 'large' | 'longName'

/** What is asked of an answer. */
export type Rule =
  | { kind: 'line' | 'text'; missing: string }
  | { kind: 'email'; missing: string; wrong: string }
  | { kind: 'web address' | 'url'; wrong: string }
  | { kind: 'choice'; options: readonly string[]; missing: string }
  | { kind: 'several'; options: readonly string[] }
  | { kind: 'pdf'; limit: number; words: Record<PdfFault, string> }

/** A rule, and whether the field may be left empty: then it is not sent and not stored. */
export type AnswerKind<Answer = unknown> = Rule & {
  optional?: true
  /** Never there: it tells the types what an answer of this kind is. */
  of?: (answer: never) => Answer
}

/** What a kind of answer is, once judged. */
export type AnswerOf<Kind extends AnswerKind> =
  Kind extends AnswerKind<infer Answer> ? Answer : never

/** One line that must be there. */
export const line = (missing: string): AnswerKind<string> => ({ kind: 'line', missing })

/** Several lines that must be there. */
export const text = (missing: string): AnswerKind<string> => ({ kind: 'text', missing })

/** An address such as `name@host.tld`; the mailbox itself is proven only by writing to it. */
export const email = (
  missing: string,
  wrong = 'Enter a valid email address.',
): AnswerKind<string> => ({ kind: 'email', missing, wrong })

/** An address on the web, such as `https://host.tld/path`. */
export const webAddress = (wrong: string): AnswerKind<string> => ({ kind: 'web address', wrong })

/** Anything that reads as a URL, whatever its scheme. */
export const url = (wrong: string): AnswerKind<string> => ({ kind: 'url', wrong })

/** One of the listed options. */
export const choice = <const Options extends readonly [string, ...string[]]>(
  options: Options,
  missing: string,
): AnswerKind<Options[number]> => ({ kind: 'choice', options, missing })

/** Any number of the listed options, each once; none is no answer. */
export const several = <const Options extends readonly [string, ...string[]]>(
  options: Options,
): AnswerKind<Options[number][] | undefined> => ({ kind: 'several', options, optional: true })

/** The same answer, but the field may be left empty. */
export const optional = <Answer>(kind: AnswerKind<Answer>): AnswerKind<Answer | undefined> => ({
  ...kind,
  optional: true,
})

/** One line that may be left empty. */
export const optionalLine = () => optional(line('Enter text.'))

/** Several lines that may be left empty. */
export const optionalText = () => optional(text('Enter text.'))

/** A chosen file, as the browser describes it. */
export type FileFacts = { name: string; type: string; size: number }

/** A PDF below `limit` bytes, as far as its description goes: the server also looks inside. */
export const pdf = (limit: number, words: Record<PdfFault, string>): AnswerKind<FileFacts> => ({
  kind: 'pdf',
  limit,
  words,
})
