import { atom, onMount } from 'nanostores'

const KEY = 'admin-keys'

/** Whether single keys act: voice control types letters that nobody means as keys (WCAG 2.1.4). */
export const $areKeysOn = atom(true)

onMount($areKeysOn, () => {
  try {
    $areKeysOn.set(localStorage[KEY] !== 'off')
  } catch {
    // Storage may be forbidden: the switch then lasts as long as the page.
  }
})

export function switchKeys(areOn: boolean) {
  $areKeysOn.set(areOn)
  try {
    localStorage[KEY] = areOn ? 'on' : 'off'
  } catch {
    // As above.
  }
}
