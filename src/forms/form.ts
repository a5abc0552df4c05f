import { judge, type AnswerKind, type AnswerOf } from './answer.ts'

/** An answer to pick; its label is what is read where that differs from what is sent. */
export type Option = string | { value: string; label: string }

/** An option in its long form. */
export const asChoice = (option: Option) =>
  typeof option === 'string' ? { value: option, label: option } : option

/** One question: what stands beside the input, which input it is, and what counts as an answer. */
export type Field = {
  label: string
  /** Shorter head of the admin table's column, where the label is long. */
  column?: string
  control: 'line' | 'email' | 'phone' | 'url' | 'text' | 'select' | 'several' | 'file' | 'none'
  /** An autofill token of the HTML standard, e.g. `email`. */
  autoComplete?: string
  placeholder?: string
  hint?: string
  options?: readonly Option[]
  /** What the phone's keyboard should offer, where the control alone does not say it. */
  inputMode?: 'numeric'
  /** Takes a whole row of the form. */
  wide?: true
  answer: AnswerKind
}

export type Fields = Readonly<Record<string, Field>>

export type Form<F extends Fields = Fields> = {
  /** Its address: /api/forms/{name}. */
  name: string
  /** Where its submissions are kept, and their address: /api/admin/{collection}. */
  collection: string
  /** One stored submission, in a sentence: "Failed to delete {noun}". */
  noun: string
  /** The tab of the admin area that lists it. */
  tab: string
  /** What the bot check's token is bound to. */
  captchaAction: string
  /** Shown when sending fails and nothing better is known. */
  failure: string
  /** The largest accepted body, in bytes. */
  bodyLimit: number
  fields: F
  /** Answers that follow from other answers, whatever was sent for them. */
  derive?: (typed: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** A collection is kept for each answer to this field. */
  splitBy?: string
  /** The field whose answer may be stored only once, where there is one; case does not matter. */
  unique?: string
  /** Fields of the admin table, in order; all others show in the detail view. */
  columns: readonly string[]
}

export type Answers<F extends Form = Form> = {
  [K in keyof F['fields']]: AnswerOf<F['fields'][K]['answer']>
}

type Description<F extends Fields> = Omit<Form<F>, 'bodyLimit' | 'columns'> & {
  bodyLimit?: number
  splitBy?: keyof F & string
  unique?: keyof F & string
  columns: readonly ((keyof F & string) | 'id' | 'createdAt')[]
}

/** Says what a form is. The type keeps its fields' names and kinds of answer. */
export const defineForm = <const F extends Fields>(description: Description<F>): Form<F> => ({
  bodyLimit: 64 * 1024,
  ...description,
})

/** A file travels and is stored as its name, type and size: `resumeFileName` and so on. */
const FILE_FACTS = ['Name', 'Type', 'Size'] as const

const own = (given: Readonly<Record<string, unknown>>, key: string) =>
  Object.hasOwn(given, key) ? given[key] : undefined

function valueOf(name: string, field: Field, given: Readonly<Record<string, unknown>>): unknown {
  if (field.control !== 'file') return own(given, name)
  const [fileName, type = '', size] = FILE_FACTS.map((fact) => own(given, name + fact))
  return fileName === undefined ? undefined : { name: fileName, type, size }
}

const spread = (name: string, facts: unknown) =>
  Object.fromEntries(
    FILE_FACTS.map((fact) => [name + fact, (facts as Record<string, unknown>)[fact.toLowerCase()]]),
  )

/** What is stored of a field: itself, or the facts of its file. */
export const storedKeys = (form: Form): string[] =>
  Object.entries(form.fields).flatMap(([name, { control }]) =>
    control === 'file' ? FILE_FACTS.map((fact) => name + fact) : [name],
  )

/** A field's name and the message beside it. */
export type FieldErrors = Record<string, string>

export const reviewFields = 'Please review the highlighted fields.'

/**
 * The one validation, the same in the browser and in the function: tidied answers, or a message for
 * every wrong field. Keys that the form does not ask for are left out.
 */
export function check<F extends Form>(
  form: F,
  typed: Readonly<Record<string, unknown>>,
): { answers: Answers<F>; errors?: never } | { answers?: never; errors: FieldErrors } {
  const given = { ...typed, ...form.derive?.(typed) }
  const answers: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(form.fields)) {
    const judged = judge(field.answer, valueOf(name, field, given))
    if ('error' in judged) errors[name] = judged.error
    else if (field.control === 'file') Object.assign(answers, spread(name, judged.answer))
    else if (judged.answer !== undefined) answers[name] = judged.answer
  }
  if (Object.keys(errors).length > 0) return { errors }
  // Every field was judged by its own kind of answer just above.
  return { answers: answers as Answers<F> }
}

/** True where the field may not be left empty. */
export const isRequired = (field: Field) => 'error' in judge(field.answer, undefined)
