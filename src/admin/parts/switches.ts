import { atom, onMount } from 'nanostores'

/** A choice between two, remembered as long as this browser keeps its storage. */
function storedSwitch(key: string, isOnAtFirst: boolean) {
  const $isOn = atom(isOnAtFirst)
  onMount($isOn, () => {
    try {
      const kept: unknown = localStorage[key]
      if (kept !== undefined) $isOn.set(kept === 'on')
    } catch {
      // Storage may be forbidden: the switch then lasts as long as the page.
    }
  })
  return {
    $isOn,
    set(isOn: boolean) {
      $isOn.set(isOn)
      try {
        localStorage[key] = isOn ? 'on' : 'off'
      } catch {
        // As above.
      }
    },
  }
}

/** Whether single keys act: voice control types letters that nobody means as keys (WCAG 2.1.4). */
export const singleKeys = storedSwitch('admin-keys', true)

/** Whether rows stand close, a line each. */
export const denseRows = storedSwitch('admin-dense', false)
