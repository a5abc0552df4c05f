import type { ReadableAtom } from 'nanostores'
import { useSyncExternalStore } from 'react'

/** The store's value; the built page has `atBuild`. */
export const useStore = <T>(store: ReadableAtom<T>, atBuild: NoInfer<T>): T =>
  useSyncExternalStore(
    (onChange) => store.listen(onChange),
    () => store.get(),
    () => atBuild,
  )
