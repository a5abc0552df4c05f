import { useRef } from 'react'

/** How long clicks on cards are ignored after closing. */
const PAUSE_MS = 200

/** Prevents a second click, or the one that closed the dialog, from opening it again. */
export function usePause() {
  const end = useRef(0)
  const start = () => {
    end.current = performance.now() + PAUSE_MS
  }
  return {
    start,
    isOn: () => performance.now() < end.current,
    /** A finger may rest: its click comes only at its release, and hits the element below. */
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
