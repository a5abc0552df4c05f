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

/** Counts the moments from which on what failed may succeed: back online, or signed in again. */
export const $chances = atom(0)

export const anotherChance = () => $chances.set($chances.get() + 1)

onMount($chances, () => {
  addEventListener('online', anotherChance)
  return () => removeEventListener('online', anotherChance)
})
