import type { ComponentType } from 'react'
import { $isNewVersion, loaded } from '../api/new-version.ts'
import { useRequest } from '../api/use-request.ts'
import { Loading, Problem } from './Request.tsx'

/**
 * A part whose code is loaded when it is shown, or at once. If that fails, it says so in its place.
 * React's `lazy` would draw a loaded part too late for the next key.
 */
export function loadLater<P extends object>(
  load: () => Promise<ComponentType<P>>,
  when?: 'at once',
) {
  let kept: { Part: ComponentType<P> } | undefined
  const read = async () => (kept ??= { Part: await loaded(load()) })
  // What fails is tried again when it is shown.
  if (when) read().catch(() => {})
  return function Later(props: P) {
    const { result = kept, failure, reload } = useRequest('', read)
    if (result) return <result.Part {...props} />
    if (!failure) return <Loading words="Loading…" />
    // An older page finds its code nowhere, and NewVersion has a button.
    return <Problem failure={failure} onRetry={$isNewVersion.get() ? undefined : reload} />
  }
}
