import type { Form } from '#forms/form.ts'

/** What stands in the form's inputs, by the names under which it is sent. */
export function typedValues(form: Form, element: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(element)
  const typed: Record<string, unknown> = {}
  for (const [name, { control }] of Object.entries(form.fields)) {
    const value = control === 'several' ? data.getAll(name) : data.get(name)
    Object.assign(typed, value instanceof File ? fileFacts(name, value) : { [name]: value })
  }
  return typed
}

/** An input without a file gives an empty one without a name. */
const fileFacts = (name: string, file: File) =>
  file.name === ''
    ? {}
    : { [`${name}Name`]: file.name, [`${name}Type`]: file.type, [`${name}Size`]: file.size }

/** What a machine put into the field that no person sees; else nothing. */
export function honeypotText(element: HTMLFormElement): string {
  const value = new FormData(element).get('website')
  return typeof value === 'string' ? value.trim() : ''
}
