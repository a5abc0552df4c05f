import type { ComponentType, InputHTMLAttributes } from 'react'
import type { Field } from '#forms/form.ts'

/** What every input gets: its name, and all that ties it to its label, hint and message. */
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
> & { placeholder?: string | undefined }

/** A special input may find something wrong by itself; no words take the message away. */
export type SpecialProps = { field: Field; input: InputProps; report: (message: string) => void }

/** An input that a form's island brings for one field, in the place of the ordinary one. */
export type SpecialInput = ComponentType<SpecialProps>
