import { atom, onMount } from 'nanostores'
import { useStore } from '../use-store.ts'

const MINUTE_MS = 60_000

const $now = atom(Date.now())

onMount($now, () => {
  const look = () => $now.set(Date.now())
  look()
  const timer = setInterval(look, MINUTE_MS)
  return () => clearInterval(timer)
})

/** The time, to the minute. */
export const useNow = (): number => useStore($now, 0)
