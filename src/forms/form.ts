import { judge, type AnswerKind, type AnswerOf } from './answer.ts'

/** One question: what stands beside the input, which input it is, and what counts as an answer. */
export type Field = {
  label: string
  /** Shorter head of the admin table's column, where the label is long. */
  column?: string
  control: 'line' | 'email' | 'text' | 'select'
  /** An autofill token of the HTML standard, e.g. `email`. */
  autoComplete?: string
  placeholder?: string
  hint?: string
  options?: readonly string[]
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
  /** Fields of the admin table, in order; all others show in the detail view. */
  columns: readonly string[]
}

export type Answers<F extends Form = Form> = {
  [K in keyof F['fields']]: AnswerOf<F['fields'][K]['answer']>
}

type Description<F extends Fields> = Omit<Form<F>, 'bodyLimit' | 'columns'> & {
  bodyLimit?: number
  columns: readonly ((keyof F & string) | 'createdAt')[]
}

/** Says what a form is. The type keeps its fields' names and kinds of answer. */
export const defineForm = <const F extends Fields>(description: Description<F>): Form<F> => ({
  bodyLimit: 64 * 1024,
  ...description,
})

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
  const answers: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(form.fields)) {
    const judged = judge(field.answer, Object.hasOwn(typed, name) ? typed[name] : undefined)
    if ('error' in judged) errors[name] = judged.error
    else if (judged.answer !== undefined) answers[name] = judged.answer
  }
  if (Object.keys(errors).length > 0) return { errors }
  // Every field was judged by its own kind of answer just above.
  return { answers: answers as Answers<F> }
}

/** True where the field may not be left empty. */
export const isRequired = (field: Field) => 'error' in judge(field.answer, undefined)
