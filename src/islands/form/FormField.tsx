import { isRequired, type Field } from '#forms/form.ts'
import type { InputProps, SpecialInput } from './input-props.ts'
import { PlainInput } from './PlainInput.tsx'

type Props = {
  id: string
  name: string
  field: Field
  error: string | undefined
  /** A special input instead of the ordinary one. */
  Input?: SpecialInput | undefined
  report?: ((name: string, message: string) => void) | undefined
}

/** A label, its input, and below it the error and the hint. */
export function FormField({ id, name, field, error, Input, report }: Props) {
  const required = isRequired(field)
  const notes = [error && `${id}-error`, field.hint && `${id}-hint`].filter(Boolean).join(' ')
  const props: InputProps = {
    id,
    name,
    className: 'input',
    required,
    autoComplete: field.autoComplete,
    inputMode: field.inputMode,
    placeholder: field.placeholder,
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
        {!required && <small> optional</small>}
      </Label>
      {Input ? (
        <Input field={field} input={props} report={(message) => report?.(name, message)} />
      ) : (
        <PlainInput field={field} {...props} />
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
    </Frame>
  )
}
