import { atom, onMount } from 'nanostores'
import type { ReactNode } from 'react'
import type { RecordState } from '#api/admin-contract.ts'
import { plainText } from '#forms/in-words.ts'
import { useStore } from './use-store.ts'

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

export const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A stored value as tables and records show it. */
export function dateOrText(value: unknown): ReactNode {
  const date = new Date(typeof value === 'string' && DATE_TIME.test(value) ? value : NaN)
  if (Number.isNaN(date.getTime())) return plainText(value) || '—'
  return (
    <time className="tabular" dateTime={plainText(value)}>
      {local.format(date)}
    </time>
  )
}

const MINUTE_MS = 60_000

/** The time, to the minute. */
const $now = atom(Date.now())

onMount($now, () => {
  const update = () => $now.set(Date.now())
  update()
  const timer = setInterval(update, MINUTE_MS)
  return () => clearInterval(timer)
})

export const useNow = () => useStore($now)

const UNITS = [
  // From two on: one week may be 7 days or 13, and one day 24 hours or 47.
  { name: 'wk', minutes: 7 * 24 * 60, from: 14 * 24 * 60 },
  { name: 'd', minutes: 24 * 60, from: 48 * 60 },
  { name: 'h', minutes: 60, from: 60 },
  { name: 'min', minutes: 1, from: 1 },
] as const

/** A span of time in whole units: “3 h”, “2 d”; below a minute, “1 min”. */
export function spanInWords(ms: number): string {
  const minutes = Math.max(Math.floor(Math.abs(ms) / MINUTE_MS), 1)
  const { name, minutes: size } = UNITS.find(({ from }) => minutes >= from) ?? UNITS[3]
  return `${Math.floor(minutes / size)} ${name}`
}

export function Ago({ time }: { time: string }) {
  const ms = useNow() - Date.parse(time)
  return ms < MINUTE_MS ? 'just now' : `${spanInWords(ms)} ago`
}

/** A promise of 24 hours is not urgent when it is made. */
const SOON_MS = 6 * 60 * MINUTE_MS

/** When a reply is due, or that it was given. */
export function Due({ state }: { state: RecordState }) {
  const now = useNow()
  const time = state.answeredAt ?? state.dueAt
  if (!time) return null
  const moment = Date.parse(time)
  const left = moment - now
  const [kind, words] = state.answeredAt
    ? ['answered', 'Answered']
    : left < 0
      ? ['overdue', `Overdue by ${spanInWords(left)}`]
      : [left < SOON_MS ? 'soon' : 'later', `Due in ${spanInWords(left)}`]
  return (
    // The end of a day belongs to that day.
    <time className={`due ${kind}`} dateTime={time} title={local.format(moment - 1)}>
      {words}
    </time>
  )
}
