import { atom, onMount } from 'nanostores'

const STORAGE_KEY = 'admin-keys'

/** Whether single keys act: voice control types letters that nobody means as keys (WCAG 2.1.4). */
export const $areKeysOn = atom(true)

onMount($areKeysOn, () => {
  try {
    $areKeysOn.set(localStorage[STORAGE_KEY] !== 'off')
  } catch {
    // Storage may be forbidden: the switch then lasts as long as the page.
  }
})

/** Turns single keys on or off, for as long as this browser keeps its storage. */
export function switchKeys(areOn: boolean) {
  $areKeysOn.set(areOn)
  try {
    localStorage[STORAGE_KEY] = areOn ? 'on' : 'off'
  } catch {
    // As above.
  }
}
