import type { ComponentType, InputHTMLAttributes, ReactNode } from 'react'
import { asChoice, isRequired, type Field } from '#forms/form.ts'
import all from 'words:forms/all-forms'
import type { FormWords } from '../../schemas/words/forms.ts'

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

type Props = {
  id: string
  name: string
  field: Field
  words: Pick<FormWords, 'placeholders' | 'hints'>
  /** What was typed before, in the page of a refused form. */
  typed?: unknown
  error: string | undefined
  /** Draws a special input instead of the ordinary one. */
  special?: ((input: InputProps) => ReactNode) | undefined
}

/** A label, its input, and below it the error and the hint. */
export function FormField({ id, name, field, words, typed, error, special }: Props) {
  const required = isRequired(field)
  const hint = words.hints[name]
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const props: InputProps = {
    id,
    name,
    className: 'input',
    required,
    autoComplete: field.autoComplete,
    inputMode: field.inputMode,
    // The values of these inputs are texts, and lists of boxes that are ticked.
    defaultValue: typed as InputProps['defaultValue'],
    placeholder: words.placeholders[name],
    'aria-invalid': error ? true : undefined,
    'aria-describedby': notes || undefined,
  }
  const isGroup = field.control === 'several'
  const Frame = isGroup ? 'fieldset' : 'div'
  const Label = isGroup ? 'legend' : 'label'
  return (
    <Frame className={field.wide ? 'field wide' : 'field'}>
      <Label htmlFor={isGroup ? undefined : id}>
        {field.label}
        {!required && <small>{` ${all.optional}`}</small>}
      </Label>
      {special ? special(props) : <PlainInput field={field} {...props} />}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </Frame>
  )
}

const types: Partial<Record<Field['control'], string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
}

/** The input that a field's control asks for. */
function PlainInput({ field, ...props }: InputProps & { field: Field }) {
  const choices = field.options?.map(asChoice)
  if (field.control === 'text') return <textarea {...props} rows={props.required ? 6 : 3} />
  if (field.control === 'select') {
    return (
      <select {...props} defaultValue={props.defaultValue ?? field.chosen}>
        {choices?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  if (field.control === 'several') {
    return (
      <div className="checks" id={props.id}>
        {choices?.map(({ value, label }) => (
          <label className="check" key={value}>
            <input
              type="checkbox"
              name={props.name}
              value={value}
              defaultChecked={props.defaultValue?.includes(value)}
            />
            {label}
          </label>
        ))}
      </div>
    )
  }
  return <input {...props} type={types[field.control] ?? 'text'} />
}
