import { asChoice, type Field } from '#forms/form.ts'
import type { InputProps } from './input-props.ts'

const types: Partial<Record<Field['control'], string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
}

/** The input that a field's control asks for. */
export function PlainInput({ field, ...props }: InputProps & { field: Field }) {
  const choices = field.options?.map(asChoice)
  if (field.control === 'text') return <textarea {...props} rows={6} />
  if (field.control === 'select') {
    return (
      <select {...props} defaultValue={field.chosen}>
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
      <div className="checks">
        {choices?.map(({ value, label }) => (
          <label className="check" key={value}>
            <input type="checkbox" name={props.name} value={value} />
            {label}
          </label>
        ))}
      </div>
    )
  }
  return <input {...props} type={types[field.control] ?? 'text'} />
}
