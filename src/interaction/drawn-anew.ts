type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const CONTROLS = 'input, textarea, select, button, a, summary, details'

/**
 * React draws an island anew if something has changed its elements before its code came, as the
 * browser's translation does. Call this before it hydrates, and the result once it was drawn anew:
 * the new elements get the values, the focus and what was open, and a press on an old button, or on
 * a link that opens something, is one on the new.
 */
export function followAnew(island: HTMLElement): () => void {
  const all = () => [...island.querySelectorAll<HTMLElement>(CONTROLS)]
  const [before, active] = [all(), document.activeElement]
  return () => {
    // Once: a later fault must not bring old text back.
    const [olds, drawn, focused] = [before.splice(0), all(), document.activeElement]
    for (const old of olds) {
      if (old.isConnected) continue
      // An extension may have added others.
      const number = olds.filter((one) => isLike(one, old)).indexOf(old)
      const now = drawn.filter((one) => isLike(one, old))[number]
      if (!now) continue
      handOver(old, now)
      const isLost = focused === document.body || island.contains(focused)
      if (old === active && isLost) now.focus()
    }
  }
}

const isLike = (one: HTMLElement, other: HTMLElement) =>
  one.tagName === other.tagName && marksOf(one) === marksOf(other)

const marksOf = (one: HTMLElement) =>
  ['class', 'type', 'name', isBox(one) ? 'value' : ''].map((name) => one.getAttribute(name)).join()

const isBox = (one: HTMLElement) => one.matches('[type=checkbox]')

function handOver(old: HTMLElement, now: HTMLElement): void {
  if (old instanceof HTMLDetailsElement) {
    ;(now as HTMLDetailsElement).open = old.open
  } else if (old.matches('input, textarea, select')) {
    fillIn(old as Field, now as Field)
  } else if (old.matches('button, a[aria-haspopup]')) {
    old.addEventListener('click', (event) => {
      event.preventDefault()
      now.click()
    })
  }
}

/** What the page has filled in is a default, which a reset restores. */
function fillIn(old: Field, now: Field): void {
  if (old instanceof HTMLSelectElement) {
    const options = [...(now as HTMLSelectElement).options]
    options.forEach((option, index) => {
      option.defaultSelected = old.options[index]?.defaultSelected ?? false
    })
    now.value = old.value
  } else if (isBox(old)) {
    ;(now as HTMLInputElement).checked = (old as HTMLInputElement).checked
  } else if (old.type === 'file') {
    const { files } = old as HTMLInputElement
    if (!files?.length) return
    ;(now as HTMLInputElement).files = files
  } else {
    ;(now as typeof old).defaultValue = old.defaultValue
    now.value = old.value
  }
  // Listeners to the value must notice.
  now.dispatchEvent(new Event('change', { bubbles: true }))
}
