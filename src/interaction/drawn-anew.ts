type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'

/**
 * React has drawn an island anew, since something had changed its elements before its code came, as
 * the browser's translation does. The new fields get the values of those `before`. This code comes
 * only then, so what was typed meanwhile stays.
 */
export function followAnew(
  island: HTMLElement,
  before: NodeListOf<HTMLElement>,
  error: unknown,
): void {
  reportError(error)
  const olds = [...before].filter((one) => one.matches(FIELDS))
  const drawn = [...island.querySelectorAll<HTMLElement>(FIELDS)]
  for (const old of olds) {
    if (old.isConnected) continue
    // An extension may have added others.
    const number = olds.filter((one) => isLike(one, old)).indexOf(old)
    const now = drawn.filter((one) => isLike(one, old))[number]
    if (now) fillIn(old as Field, now as Field)
  }
}

const isLike = (one: HTMLElement, other: HTMLElement) =>
  one.tagName === other.tagName && marksOf(one) === marksOf(other)

const marksOf = (one: HTMLElement) =>
  ['class', 'type', 'name', isBox(one) ? 'value' : ''].map((name) => one.getAttribute(name)).join()

const isBox = (one: HTMLElement) => one.matches('[type=checkbox]')

/**
 * What the page has filled in is a default, which a reset restores. What a draft has brought back, or
 * was typed since, stays.
 */
function fillIn(old: Field, now: Field): void {
  if (old instanceof HTMLSelectElement) {
    const { options, selectedIndex } = now as HTMLSelectElement
    for (const [index, option] of [...options].entries())
      option.defaultSelected = old.options[index]?.defaultSelected ?? false
    now.value = selectedIndex > 0 ? (options[selectedIndex]?.value ?? '') : old.value
  } else if (isBox(old)) {
    ;(now as HTMLInputElement).checked ||= (old as HTMLInputElement).checked
  } else if (old.type === 'file') {
    const { files } = old as HTMLInputElement
    if (!files?.length || now.value) return
    ;(now as HTMLInputElement).files = files
  } else {
    const typed = now.value
    ;(now as typeof old).defaultValue = old.defaultValue
    now.value = typed || old.value
  }
  // Listeners to the value must notice.
  now.dispatchEvent(new Event('change', { bubbles: true }))
}
