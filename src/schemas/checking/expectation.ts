import type { z } from 'astro/zod'

type Issue = z.core.$ZodIssue

/** What an editor calls each type. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
}

/** What an editor calls each text format. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'an address that begins with https://',
}

/** What is expected of a value, as a text that follows “it”. A schema's own message comes first. */
export function expectation(issue: Issue): string {
  const isOwn = !/^(Invalid|Too|Unrecognized|Expected)\b/.test(issue.message)
  return isOwn ? issue.message : (inGeneral(issue) ?? issue.message)
}

function inGeneral(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${oneOf(issue.values.map(String))}`
  if (issue.code === 'invalid_format') return `must be ${FORMATS[issue.format] ?? issue.format}`
  if (issue.code === 'too_small') {
    return `must ${verb(issue.origin)} ${atLeast(Number(issue.minimum), issue.inclusive)} or more`
  }
  if (issue.code === 'too_big') return `must ${verb(issue.origin)} ${issue.maximum} at most`
  return undefined
}

/** A number must be 3 or more, but a text or a list must have 3 or more. */
const verb = (origin: string) => (/number|int/.test(origin) ? 'be' : 'have')

/** “More than 0” means 1 or more: numbers in content are whole. */
const atLeast = (minimum: number, isInclusive = true) => (isInclusive ? minimum : minimum + 1)

const oneOf = (values: string[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)
