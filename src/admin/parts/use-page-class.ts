import { useLayoutEffect } from 'react'

/**
 * Tells the styles by a class of the page that this is so. With a `:has()` of the whole dashboard each
 * step to the next record would style all rows anew.
 */
export function usePageClass(name: string, isSo: boolean) {
  useLayoutEffect(() => {
    if (!isSo) return
    const { classList } = document.documentElement
    classList.add(name)
    return () => classList.remove(name)
  }, [name, isSo])
}
