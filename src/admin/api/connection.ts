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
 * Changes whenever what failed may succeed from now on: back online, or signed in again. Its number
 * counts these moments and means nothing else.
 */
export const $retryTrigger = atom(0)

/** Says that what failed may succeed from now on. */
export const triggerRetry = () => $retryTrigger.set($retryTrigger.get() + 1)

onMount($retryTrigger, () => {
  addEventListener('online', triggerRetry)
  return () => removeEventListener('online', triggerRetry)
})

/** Acts once what failed may succeed: somebody has signed in again, or the network is back. */
export function useOnRetry(hasFailed: boolean, act: () => void) {
  const actNow = useEffectEvent(act)
  useEffect(() => (hasFailed ? $retryTrigger.listen(() => actNow()) : undefined), [hasFailed])
}
