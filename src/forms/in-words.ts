import type { Form } from './form.ts'
import { FILE_FACTS } from './submission.ts'

type Fields = Pick<Form, 'fields'>

/** A stored key where space is tight: a field, a file's fact, the id or the time. */
export function shortLabel({ fields }: Fields, key: string): string {
  const field = fields[key]
  if (field) return field.column ?? field.label
  if (key === 'id') return 'Id'
  if (key === 'createdAt') return 'Created'
  const fact = FILE_FACTS.find((one) => key.endsWith(one)) ?? ''
  const file = fields[key.slice(0, key.length - fact.length)]
  return file ? `${file.label} ${fact.toLowerCase()}` : key
}

/** A field's own label, unless two fields share it. */
export function fullLabel(form: Fields, name: string): string {
  const labels = Object.values(form.fields).map(({ label }) => label)
  const label = form.fields[name]?.label ?? name
  return labels.indexOf(label) === labels.lastIndexOf(label) ? label : shortLabel(form, name)
}

/** An answer of any kind as text. A missing answer is empty text. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(plainText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
