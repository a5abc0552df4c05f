import { atom, onMount } from 'nanostores'
import { recall, remember } from '../api/remember.ts'

/** A switch that the browser's storage remembers; until it is set, it follows a media query. */
export function storedSwitch(key: string, query: string) {
  const $isOn = atom(false)
  onMount($isOn, () => {
    const media = matchMedia(query)
    const follow = () => {
      const kept = recall(key)
      $isOn.set(kept === undefined ? media.matches : kept === 'on')
    }
    follow()
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  })
  return {
    $isOn,
    set(isOn: boolean) {
      $isOn.set(isOn)
      remember(key, isOn ? 'on' : 'off')
    },
  }
}

/** Voice control types letters that are not meant as keys (WCAG 2.1.4). */
export const singleKeys = storedSwitch('admin-keys', 'all')
