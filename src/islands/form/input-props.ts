import type { ComponentType, InputHTMLAttributes } from 'react'
import type { Field } from '#forms/form.ts'

/** The props of every input: its name, and the links to its label, hint and error. */
export type InputProps = Pick<
  InputHTMLAttributes<HTMLElement>,
  | 'id'
  | 'name'
  | 'className'
  | 'required'
  | 'autoComplete'
  | 'inputMode'
  | 'aria-invalid'
  | 'aria-describedby'
> & {
  placeholder?: string | undefined
  defaultValue?: string | readonly string[] | undefined
}

/** A special input can report its own errors. An empty message clears the error. */
export type SpecialProps = {
  field: Field
  input: InputProps
  report: (message: string) => void
}

/** An input that a form's island uses for one field, instead of the ordinary one. */
export type SpecialInput = ComponentType<SpecialProps>
