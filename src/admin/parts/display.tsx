import type { ReactNode } from 'react'
import { plainText } from '#forms/in-words.ts'

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

export const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A stored value as tables and records show it. */
export function display(value: unknown): ReactNode {
  if (typeof value === 'string' && DATE_TIME.test(value)) return <DateTime value={value} />
  return plainText(value) || '—'
}

function DateTime({ value }: { value: string }) {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  return (
    <time className="tabular" dateTime={value}>
      {local.format(date)}
    </time>
  )
}
