import type { Form } from '../form.ts'

/** The honeypot's field, which only machines fill. */
export const HONEYPOT = 'website'

/** What a machine has typed there. */
export function honeypotText(data: FormData): string {
  const value = data.get(HONEYPOT)
  return typeof value === 'string' ? value.trim() : ''
}

/** The values of a form's inputs, by the names under which they are sent and stored. */
export function typedIn(form: Form, data: FormData): Record<string, unknown> {
  const typed: Record<string, unknown> = {}
  for (const [name, { control }] of Object.entries(form.fields)) {
    const value = control === 'several' ? data.getAll(name) : data.get(name)
    Object.assign(typed, value instanceof File ? fileFacts(name, value) : { [name]: value })
  }
  return typed
}

/** An input without a file gives an empty file without a name. */
const fileFacts = (name: string, file: File) =>
  file.name === ''
    ? {}
    : { [`${name}Name`]: file.name, [`${name}Type`]: file.type, [`${name}Size`]: file.size }
