import { useEffect } from 'react'

/** Escape counts wherever the focus is: a menu opened by hovering holds none. */
export function useEscape(onEscape: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
    }
  })
}
