import { useEffect, useState, type ComponentType } from 'react'
import { Loading } from '../parts/Loading.tsx'

/** A part whose code is read when it is shown. A failure goes to the boundary around it. */
export const loadLater = (load: () => Promise<ComponentType>) =>
  function Later() {
    const [loaded, setLoaded] = useState<{ View: ComponentType } | { failure: unknown }>()
    useEffect(() => {
      load().then(
        (View) => setLoaded({ View }),
        (failure: unknown) => setLoaded({ failure }),
      )
    }, [])
    if (!loaded) return <Loading words="Loading…" />
    if ('failure' in loaded) throw loaded.failure
    return <loaded.View />
  }
