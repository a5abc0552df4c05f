import { type RefObject, useEffect } from 'react'

import { isNamed, nameInAddress } from './address.ts'
import { keepInPlace } from './keep-in-place.ts'

/**
 * From the first touch on, the browser keeps one answer open at a time. Without the code several may
 * stay open, so the elements get their common name here.
 */
export function useOneOpen(list: RefObject<HTMLOListElement | null>) {
  useEffect(() => {
    const all = [...(list.current?.querySelectorAll('details') ?? [])]
    const named = () => all.find(({ parentElement }) => isNamed(parentElement?.id ?? ''))

    // What was pressed before the code came stays open.
    const open = all.filter((one) => one.open)
    const kept = open.find((one) => one.matches(':focus-within')) ?? open.at(-1)
    if (kept) keepInPlace(kept)
    for (const one of all) {
      if (one !== kept) one.open = false
      one.name = 'answer'
    }
    if (kept !== (named() ?? all[0])) nameInAddress(kept?.parentElement?.id)

    // The page's own script opens what a new address names (pages/_faqs/Questions.astro).
    const follow = () => {
      const answer = named()
      if (answer) keepInPlace(answer)
    }
    addEventListener('hashchange', follow, { capture: true })
    return () => removeEventListener('hashchange', follow, { capture: true })
  }, [list])
}
