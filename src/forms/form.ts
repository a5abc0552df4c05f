import type { AnswerKind } from './answer.ts'

/** An option of a choice. It has a label if the text shown differs from the value sent. */
type Option = string | { value: string; label: string }

export const asChoice = (option: Option) =>
  typeof option === 'string' ? { value: option, label: option } : option

/** One question: its label, its input, and what counts as an answer. */
export type Field = {
  label: string
  /** A shorter heading for the admin table, if the label is long. */
  column?: string
  control: 'line' | 'email' | 'phone' | 'url' | 'text' | 'select' | 'several' | 'file' | 'none'
  /** An autofill token of the HTML standard, e.g. `email`. */
  autoComplete?: string
  options?: readonly Option[]
  /** The option that the page chose for the visitor, if it is not the first. */
  chosen?: string | undefined
  /** The keyboard that a phone shows, if the control alone does not decide it. */
  inputMode?: 'numeric'
  /** Takes a whole row of the form. */
  wide?: true
  answer: AnswerKind
}

export const isRequired = ({ answer }: Field): boolean => !answer.optional

/** Questions, by the name under which their answers are sent and stored. */
export type Fields = Readonly<Record<string, Field>>

/** A form's whole description. `F` names its fields for types that need them. */
export type Form<F extends Fields = Fields> = {
  /** Answers go to /api/forms/{name}. */
  name: string
  /** Where its submissions are stored, and their address: /api/admin/{collection}. */
  collection: string
  /** One submission, in a sentence: "Failed to delete {noun}". */
  noun: string
  /** Several submissions: "Loading {plural}…". */
  plural: string
  /** The tab of the admin area that lists its submissions. */
  tab: string
  /** The action that the bot check's token is bound to. */
  captchaAction: string
  /** Shown if sending fails and no better text is known. */
  failure: string
  /** Show only the error text of a failed answer, never its status or a network failure. */
  readsErrorOnly?: true
  bodyLimitBytes: number
  fields: F
  /** Answers that follow from other answers. Sent values for them are ignored. */
  derive?: (typed: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** The key of the reply promise in content/studio.yaml, if the studio promises a reply. */
  replyPromise?: 'contactReply' | 'investorReply' | 'eirReply'
  /** Each answer to this field has a collection of its own. */
  splitBy?: string
  /** A value of this field can be stored only once. Case does not matter. */
  unique?: string
  /** Columns of the admin table, in order. The detail view shows all other fields. */
  columns: readonly string[]
}

type Description<F extends Fields> = Omit<Form<F>, 'bodyLimitBytes' | 'columns'> & {
  bodyLimitBytes?: number
  splitBy?: keyof F & string
  unique?: keyof F & string
  columns: readonly ((keyof F & string) | 'id' | 'createdAt')[]
}

/** Enough for the long texts of most forms. */
const USUAL_BODY_LIMIT_BYTES = 64 * 1024

/** Defines a form. The type keeps the names and answer kinds of its fields. */
export const defineForm = <const F extends Fields>(description: Description<F>): Form<F> => ({
  bodyLimitBytes: USUAL_BODY_LIMIT_BYTES,
  ...description,
})
