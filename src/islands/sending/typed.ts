import type { Form } from '#forms/form.ts'

/** What stands in the form's inputs, by the names under which it is sent. */
export function typedValues(form: Form, element: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(element)
  const typed = Object.entries(form.fields).map(([name, { control }]) => {
    if (control === 'several') return { [name]: data.getAll(name) }
    const value = data.get(name)
    return value instanceof File ? factsOf(name, value) : { [name]: value }
  })
  return Object.assign({}, ...typed) as Record<string, unknown>
}

/** An input without a file gives an empty one without a name. */
const factsOf = (name: string, file: File) =>
  file.name === ''
    ? {}
    : { [`${name}Name`]: file.name, [`${name}Type`]: file.type, [`${name}Size`]: file.size }

/** What a machine put into the field that no person sees. */
export function honeypotText(element: HTMLFormElement): string {
  const value = new FormData(element).get('website')
  return typeof value === 'string' ? value.trim() : ''
}
