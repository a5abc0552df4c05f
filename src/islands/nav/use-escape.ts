import { useEffect } from 'react'

/** Listens on the document: a menu opened by hovering has no focus. */
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
