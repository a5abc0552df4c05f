import type { PreinitializedWritableAtom } from 'nanostores'
import { useSyncExternalStore } from 'react'

/**
 * A part of the store's value; the component is drawn again only when that part changes. The built
 * page has the part of the first value.
 */
export const usePart = <T, P>(store: PreinitializedWritableAtom<T>, part: (value: T) => P): P =>
  useSyncExternalStore(
    (onChange) => store.listen(onChange),
    () => part(store.get()),
    // An atom is never without its first value; only computed stores are.
    () => part(store.init as T),
  )

export const useStore = <T>(store: PreinitializedWritableAtom<T>): T =>
  usePart(store, (value) => value)
