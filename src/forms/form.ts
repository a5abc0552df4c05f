import type { AnswerKind } from './answer.ts'

/** An answer to pick; its label is what is read where that differs from what is sent. */
type Option = string | { value: string; label: string }

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

/** True where the field may not be left empty. */
export const isRequired = ({ answer }: Field): boolean => !answer.optional

/** Questions by the name that their answers travel and are stored under. */
export type Fields = Readonly<Record<string, Field>>

/** A form's whole description; `F` are its own questions, where a type needs to know them. */
export type Form<F extends Fields = Fields> = {
  /** Its address: /api/forms/{name}. */
  name: string
  /** Where its submissions are kept, and their address: /api/admin/{collection}. */
  collection: string
  /** One stored submission, in a sentence: "Failed to delete {noun}". */
  noun: string
  /** Several of them: "Loading {plural}…". */
  plural: string
  /** The tab of the admin area that lists it. */
  tab: string
  /** What the bot check's token is bound to. */
  captchaAction: string
  /** Shown when sending fails and nothing better is known. */
  failure: string
  /** Of a failed answer only its error field is shown, never its status or that it did not come. */
  readsErrorOnly?: true
  /** The largest accepted body. */
  bodyLimitBytes: number
  fields: F
  /** Answers that follow from other answers, whatever was sent for them. */
  derive?: (typed: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** What the studio promises whoever sends it, by its key in content/studio.yaml, where it is a reply. */
  replyPromise?: 'contactReply' | 'investorReply' | 'eirReply'
  /** A collection is kept for each answer to this field. */
  splitBy?: string
  /** The field whose answer may be stored only once, where there is one; case does not matter. */
  unique?: string
  /** Fields of the admin table, in order; all others show in the detail view. */
  columns: readonly string[]
}

type Description<F extends Fields> = Omit<Form<F>, 'bodyLimitBytes' | 'columns'> & {
  bodyLimitBytes?: number
  splitBy?: keyof F & string
  unique?: keyof F & string
  columns: readonly ((keyof F & string) | 'id' | 'createdAt')[]
}

/** What most forms need: room for the long texts, and no more. */
const USUAL_BODY_LIMIT_BYTES = 64 * 1024

/** Says what a form is. The type keeps its fields' names and kinds of answer. */
export const defineForm = <const F extends Fields>(description: Description<F>): Form<F> => ({
  bodyLimitBytes: USUAL_BODY_LIMIT_BYTES,
  ...description,
})
