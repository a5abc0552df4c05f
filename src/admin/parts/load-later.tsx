import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Loading } from './Loading.tsx'

/**
 * A part whose code is read when it is shown. If that fails, `failed` is shown, or else the failure
 * goes to the boundary around it.
 */
export const loadLater = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  failed?: ReactNode,
) =>
  function Later(props: P) {
    const [loaded, setLoaded] = useState<{ View: ComponentType<P> } | { failure: unknown }>()
    useEffect(() => {
      load().then(
        (View) => setLoaded({ View }),
        (failure: unknown) => setLoaded({ failure }),
      )
    }, [])
    if (!loaded) return <Loading words="Loading…" />
    if ('failure' in loaded) {
      if (failed) return failed
      throw loaded.failure
    }
    return <loaded.View {...props} />
  }
