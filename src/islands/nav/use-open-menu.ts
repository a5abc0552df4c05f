import { type RefObject, useCallback, useSyncExternalStore } from 'react'

/** Includes `mouseover`: Firefox sends `pointerover` before `:hover` has changed. */
const CHANGES = [
  ...['pointerover', 'pointerout', 'pointerleave', 'mouseover', 'mouseout', 'mouseleave'],
  ...['focusin', 'focusout'],
]

/**
 * Which menu CSS shows: the one under the pointer, else the one with the focus, else -1. React
 * reads this state from CSS as an external store, so the two can't disagree.
 */
export function useOpenMenu(list: RefObject<HTMLUListElement | null>) {
  const subscribe = useCallback(
    (notify: () => void) => {
      const element = list.current
      for (const change of CHANGES) element?.addEventListener(change, notify)
      return () => {
        for (const change of CHANGES) element?.removeEventListener(change, notify)
      }
    },
    [list],
  )
  const read = () => {
    const menus = [...(list.current?.children ?? [])]
    const hovered = menus.findIndex((menu) => menu.matches(':hover'))
    return hovered < 0 ? menus.findIndex((menu) => menu.matches(':focus-within')) : hovered
  }
  return useSyncExternalStore(subscribe, read, () => -1)
}
