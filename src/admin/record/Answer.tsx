import type { Field } from '#forms/form.ts'
import { display } from '../parts/display.tsx'
import { mailTo } from './mail.ts'

type Props = { control: Field['control']; value: unknown }

/** An answer as it was given; addresses are links. */
export function Answer({ control, value }: Props) {
  if (typeof value !== 'string' || value === '') return display(value)
  if (control === 'email') return <a href={mailTo(value)}>{value}</a>
  if (control === 'phone') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>
  if (control === 'url' && isWebAddress(value)) {
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {value}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    )
  }
  return display(value)
}

/** Other schemes, such as javascript:, make no link. */
const isWebAddress = (value: string) =>
  ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '')
