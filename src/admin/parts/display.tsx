import type { ReactNode } from 'react'

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** The format of every time. */
export const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A stored value as tables and records show it. */
export function display(value: unknown): ReactNode {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'string') return DATE_TIME.test(value) ? <DateTime value={value} /> : value
  if (Array.isArray(value)) return value.length > 0 ? value.map(plain).join(', ') : '—'
  return plain(value)
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function DateTime({ value }: { value: string }) {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  return (
    <time className="tabular" dateTime={value}>
      {local.format(date)}
    </time>
  )
}
