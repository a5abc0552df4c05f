import { atom, onMount } from 'nanostores'

/** False while the browser knows that it has no network. */
export const $isOnline = atom(true)

onMount($isOnline, () => {
  const look = () => $isOnline.set(navigator.onLine)
  look()
  addEventListener('online', look)
  addEventListener('offline', look)
  return () => {
    removeEventListener('online', look)
    removeEventListener('offline', look)
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
