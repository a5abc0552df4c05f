import type { ReadableAtom } from 'nanostores'
import { useSyncExternalStore } from 'react'

/** What the store holds; `atBuild` stands in for it in the built page. */
export const useStore = <T>(store: ReadableAtom<T>, atBuild: NoInfer<T>): T =>
  useSyncExternalStore(
    (onChange) => store.listen(onChange),
    () => store.get(),
    () => atBuild,
  )
