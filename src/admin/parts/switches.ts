import { atom, onMount } from 'nanostores'

/** A switch that the browser's storage remembers. */
function storedSwitch(key: string, isOnAtFirst: boolean) {
  const $isOn = atom(isOnAtFirst)
  onMount($isOn, () => {
    try {
      const kept: unknown = localStorage[key]
      if (kept !== undefined) $isOn.set(kept === 'on')
    } catch {
      // Storage may be forbidden; then the switch lasts as long as the page.
    }
  })
  return {
    $isOn,
    set(isOn: boolean) {
      $isOn.set(isOn)
      try {
        localStorage[key] = isOn ? 'on' : 'off'
      } catch {
        // The same.
      }
    },
  }
}

/** Voice control types letters that are not meant as keys (WCAG 2.1.4). */
export const singleKeys = storedSwitch('admin-keys', true)

/** One line for each row. */
export const denseRows = storedSwitch('admin-dense', false)
