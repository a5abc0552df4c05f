import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Keys that are pressed in a frame are the frame's. Whoever has pressed into it and moves the pointer
 * out again is back: only then does the page hear the pointer.
 */
export function useBackFromFrame(onBack: () => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  const look = useEffectEvent(() => {
    if (frame.current && document.activeElement === frame.current) onBack()
  })
  useEffect(() => {
    const listener = () => look()
    addEventListener('pointermove', listener, { passive: true })
    return () => removeEventListener('pointermove', listener)
  }, [])
  return frame
}
