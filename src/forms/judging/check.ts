import type { Field, Form } from '../form.ts'
import { FILE_FACTS, type Answers } from '../submission.ts'
import { judge } from './judge.ts'

/** The honeypot's field, which only machines fill. */
export const HONEYPOT = 'website'

/** What a machine has typed there. */
export function honeypotText(data: FormData): string {
  const value = data.get(HONEYPOT)
  return typeof value === 'string' ? value.trim() : ''
}

/** The values of a form's inputs, by the names under which they are sent and stored. */
export function typedIn(form: Form, data: FormData): Record<string, unknown> {
  const typed: Record<string, unknown> = {}
  for (const [name, { control }] of Object.entries(form.fields)) {
    const value = control === 'several' ? data.getAll(name) : data.get(name)
    Object.assign(typed, value instanceof File ? fileFacts(name, value) : { [name]: value })
  }
  return typed
}

/** An input without a file gives an empty file without a name. */
const fileFacts = (name: string, file: File) =>
  file.name === ''
    ? {}
    : { [`${name}Name`]: file.name, [`${name}Type`]: file.type, [`${name}Size`]: file.size }

const own = (given: Readonly<Record<string, unknown>>, key: string) =>
  Object.hasOwn(given, key) ? given[key] : undefined

function valueOf(name: string, field: Field, given: Readonly<Record<string, unknown>>): unknown {
  if (field.control !== 'file') return own(given, name)
  const [fileName, type = '', size] = FILE_FACTS.map((fact) => own(given, name + fact))
  return fileName === undefined ? undefined : { name: fileName, type, size }
}

/** The name, type and size of a file, under the keys that store them. */
function spread(name: string, answer: unknown) {
  // The answer of a file field always consists of these facts.
  const facts = answer as Record<string, unknown>
  return Object.fromEntries(FILE_FACTS.map((fact) => [name + fact, facts[fact.toLowerCase()]]))
}

export type FieldErrors = Record<string, string>

/** Shown above the button, and in the server's answer, if any field is wrong. */
export const reviewFields = 'Please review the highlighted fields.'

/**
 * The one validation, used by browser and server: returns tidied answers, or a message for every
 * wrong field. Drops keys that the form does not ask for.
 */
export function check<F extends Form>(
  form: F,
  typed: Readonly<Record<string, unknown>>,
): { answers: Answers<F>; errors?: never } | { answers?: never; errors: FieldErrors } {
  const given = { ...typed, ...form.derive?.(typed) }
  const answers: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(form.fields)) {
    // The answer, without control characters and outer spaces, or the words for what is wrong.
    const judged = judge(field.answer, valueOf(name, field, given))
    if ('error' in judged) errors[name] = judged.error
    else if (field.control === 'file') Object.assign(answers, spread(name, judged.answer))
    else if (judged.answer !== undefined) answers[name] = judged.answer
  }
  if (Object.keys(errors).length > 0) return { errors }
  // The loop above has judged every field by its own kind.
  return { answers: answers as Answers<F> }
}
