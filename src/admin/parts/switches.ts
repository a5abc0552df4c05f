import { atom, onMount } from 'nanostores'

/** A switch that the browser's storage remembers. */
function storedSwitch(key: string, isOnAtFirst: () => boolean) {
  const $isOn = atom(false)
  onMount($isOn, () => {
    let kept: unknown
    try {
      kept = localStorage[key]
    } catch {
      // Storage may be forbidden; then the switch lasts as long as the page.
    }
    $isOn.set(kept === undefined ? isOnAtFirst() : kept === 'on')
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
export const singleKeys = storedSwitch('admin-keys', () => true)

/** One line for each row; phones and tablets begin with it. */
export const denseRows = storedSwitch('admin-dense', () => matchMedia('(width < 64rem)').matches)
