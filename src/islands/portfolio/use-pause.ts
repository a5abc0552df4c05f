import { useRef } from 'react'

/** After closing, for how long a press of a card does not count. */
const PAUSE_MS = 200

/** Keeps an impatient second press, or the one that closed the sheet, from opening it again. */
export function usePause() {
  const end = useRef(0)
  const start = () => {
    end.current = performance.now() + PAUSE_MS
  }
  return {
    start,
    isOn: () => performance.now() < end.current,
    /** A finger may rest: its click comes only when it leaves, and falls on what lies below. */
    startOnRelease: () => {
      const waiting = new AbortController()
      const options = { signal: waiting.signal, capture: true }
      const release = () => {
        start()
        waiting.abort()
      }
      addEventListener('pointerup', release, options)
      // A press that becomes a scroll ends without a click.
      addEventListener('pointercancel', () => waiting.abort(), options)
    },
  }
}
