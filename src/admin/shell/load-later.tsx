import { useEffect, useState, type ComponentType } from 'react'
import { Loading } from '../parts/Loading.tsx'

/** A view whose code is read when it is opened. A failure goes to the boundary around it. */
export function loadLater(name: string, load: () => Promise<ComponentType>) {
  return function Later() {
    const [loaded, setLoaded] = useState<{ View: ComponentType } | { failure: unknown }>()
    useEffect(() => {
      load().then(
        (View) => setLoaded({ View }),
        (failure: unknown) => setLoaded({ failure }),
      )
    }, [])
    if (!loaded) return <Loading words={`Loading ${name}…`} />
    if ('failure' in loaded) throw loaded.failure
    return <loaded.View />
  }
}
