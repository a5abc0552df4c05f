import type { Form } from '../form.ts'

/** A form that a browser sent without script, and that was not stored. */
export type Refused = {
  form: Form
  /** Missing if the body could not be read. */
  typed?: Readonly<Record<string, unknown>> | undefined
  /** Messages by the fields' names. */
  errors: Readonly<Record<string, string>>
  problem: string
}

/** What a build gives to the functions for such a form. */
export type FormPages = {
  /** The form as it was filled in, with its messages, as HTML. */
  render: (refused: Refused) => string
  /** The page around it: what comes before, and what comes after. */
  frame: () => Promise<readonly string[]>
  /** The headers that all pages have. */
  headers: Readonly<Record<string, string>>
}
