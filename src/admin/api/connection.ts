import { atom, onMount } from 'nanostores'
import { useEffect, useEffectEvent } from 'react'

/** False while the browser knows that it has no network. */
export const $isOnline = atom(true)

onMount($isOnline, () => {
  const update = () => $isOnline.set(navigator.onLine)
  update()
  addEventListener('online', update)
  addEventListener('offline', update)
  return () => {
    removeEventListener('online', update)
    removeEventListener('offline', update)
  }
})

/**
 * Changes whenever failed requests may succeed again: after a sign-in, or back online. The number
 * itself has no meaning.
 */
export const $retryTrigger = atom(0)

export const triggerRetry = () => $retryTrigger.set($retryTrigger.get() + 1)

onMount($retryTrigger, () => {
  addEventListener('online', triggerRetry)
  return () => removeEventListener('online', triggerRetry)
})

/** Acts after a new sign-in, and when the network is back. */
export function useOnRetry(hasFailed: boolean, act: () => void) {
  const actNow = useEffectEvent(act)
  useEffect(() => (hasFailed ? $retryTrigger.listen(() => actNow()) : undefined), [hasFailed])
}
