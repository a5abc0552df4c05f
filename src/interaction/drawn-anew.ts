type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const CONTROLS = 'input, textarea, select, button, a[aria-haspopup]'

/**
 * React draws an island anew if something has changed its elements before its code came, as the
 * browser's translation does. Call this before it hydrates, and the result once it was drawn anew:
 * the new fields get the values and the focus of the old ones, and a press on an old button, or on
 * a link that opens something, is one on the new.
 */
export function followAnew(island: HTMLElement): () => void {
  const all = () => [...island.querySelectorAll<HTMLElement>(CONTROLS)]
  const [before, active] = [all(), document.activeElement]
  return () => {
    const drawn = all()
    before.forEach((old, index) => {
      const now = drawn[index]
      if (old.isConnected || now?.tagName !== old.tagName) return
      if (old.matches('button, a')) {
        old.addEventListener('click', (event) => {
          event.preventDefault()
          now.click()
        })
      } else takeOver(old as Field, now as Field)
      if (old === active && document.activeElement === document.body) now.focus()
    })
  }
}

/** What the page has filled in is a default, which a reset restores. */
function takeOver(old: Field, now: Field): void {
  if (old instanceof HTMLSelectElement) {
    const options = [...(now as HTMLSelectElement).options]
    options.forEach((option, index) => {
      option.defaultSelected = old.options[index]?.defaultSelected ?? false
    })
    now.value = old.value
  } else if (old.type === 'checkbox') {
    ;(now as HTMLInputElement).checked = (old as HTMLInputElement).checked
  } else if (old.type === 'file') {
    const { files } = old as HTMLInputElement
    if (!files?.length) return
    ;(now as HTMLInputElement).files = files
  } else {
    ;(now as typeof old).defaultValue = old.defaultValue
    now.value = old.value
  }
  // Listeners to the value must notice, and the page's script learns the new select.
  now.dispatchEvent(new Event('change', { bubbles: true }))
}
