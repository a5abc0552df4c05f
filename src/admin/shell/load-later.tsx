import { useEffect, useState, type ComponentType } from 'react'
import { Loading } from '../parts/Loading.tsx'

/** A part whose code is read when it is shown. A failure goes to the boundary around it. */
export const loadLater = (load: () => Promise<ComponentType>) =>
  function Later() {
    const [loaded, setLoaded] = useState<{ View?: ComponentType; failure?: unknown }>({})
    useEffect(() => {
      load().then(
        (View) => setLoaded({ View }),
        (failure: unknown) => setLoaded({ failure }),
      )
    }, [])
    const { View, failure } = loaded
    if (failure) throw failure
    return View ? <View /> : <Loading words="Loading…" />
  }
