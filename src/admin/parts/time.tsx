import { atom, onMount } from 'nanostores'
import { useStore } from './use-store.ts'

const MINUTE_MS = 60_000

const $now = atom(Date.now())

onMount($now, () => {
  const update = () => $now.set(Date.now())
  update()
  const timer = setInterval(update, MINUTE_MS)
  return () => clearInterval(timer)
})

/** The time, to the minute. */
export const useNow = (): number => useStore($now, 0)

const UNITS = [
  // Up to two weeks the days are counted: one week may be 7 days or 13.
  { name: 'wk', minutes: 7 * 24 * 60, from: 14 * 24 * 60 },
  { name: 'd', minutes: 24 * 60, from: 24 * 60 },
  { name: 'h', minutes: 60, from: 60 },
  { name: 'min', minutes: 1, from: 1 },
] as const

/** A span of time in its largest whole unit: “3 h”; below a minute, “1 min”. */
export function spanInWords(ms: number): string {
  const minutes = Math.max(Math.floor(Math.abs(ms) / MINUTE_MS), 1)
  const { name, minutes: size } = UNITS.find(({ from }) => minutes >= from) ?? UNITS[3]
  return `${Math.floor(minutes / size)} ${name}`
}

export function Ago({ time }: { time: string }) {
  const now = useNow()
  const ms = now - Date.parse(time)
  return ms < 60_000 ? 'just now' : `${spanInWords(ms)} ago`
}
