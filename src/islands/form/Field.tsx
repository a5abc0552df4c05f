import type { ComponentType, InputHTMLAttributes } from 'react'
import { asChoice, isRequired, type Field as Description } from '#forms/form.ts'

/** What every input gets: its name, and all that ties it to its label, hint and message. */
export type InputProps = Pick<
  InputHTMLAttributes<HTMLElement>,
  'id' | 'name' | 'className' | 'required' | 'autoComplete' | 'aria-invalid' | 'aria-describedby'
> & { placeholder?: string | undefined }

type Props = {
  id: string
  name: string
  field: Description
  error: string | undefined
  /** A special input in the place of the ordinary one. */
  Input?: ComponentType<InputProps> | undefined
}

/** A label, its input, and below it what is wrong and what helps. */
export function Field({ id, name, field, error, Input }: Props) {
  const required = isRequired(field)
  const notes = [error && `${id}-error`, field.hint && `${id}-hint`].filter(Boolean).join(' ')
  const props: InputProps = {
    id,
    name,
    className: 'in',
    required,
    autoComplete: field.autoComplete,
    placeholder: field.placeholder,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': notes || undefined,
  }
  return (
    <div className={field.wide ? 'f w' : 'f'}>
      <label htmlFor={id}>
        {field.label}
        {!required && <small> optional</small>}
      </label>
      {Input ? <Input {...props} /> : <PlainInput field={field} {...props} />}
      {error && (
        <p className="err" id={`${id}-error`}>
          {error}
        </p>
      )}
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
    </div>
  )
}

function PlainInput({ field, ...props }: InputProps & { field: Description }) {
  if (field.control === 'text') return <textarea {...props} rows={6} />
  if (field.control === 'select') {
    return (
      <select {...props}>
        {field.options?.map(asChoice).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  return <input {...props} type={field.control === 'email' ? 'email' : 'text'} />
}
