import { useLayoutEffect, useRef, useState } from 'react'

type Acts = Record<string, (...given: never[]) => void>

/**
 * Acts that are the same ones for as long as the component lives, and do what the latest ones do:
 * what is handed them is not drawn again because of them.
 */
export function useStable<A extends Acts>(acts: A): A {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  const [stable] = useState(() => {
    const call = (name: keyof A) => [name, (...given: never[]) => latest.current[name]?.(...given)]
    // The same names, with functions that take the same.
    return Object.fromEntries(Object.keys(acts).map(call)) as A
  })
  return stable
}
