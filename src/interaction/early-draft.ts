/**
 * A reload may come before the form's own code does: what is typed until then is kept here, in the
 * shape that src/islands/sending/draft.ts puts back. Where there is something to put back, the island is
 * touched, and so its code comes.
 */
export function keepEarlyDraft(form: HTMLFormElement) {
  const island = form.closest<HTMLElement>('astro-island')
  const key = form.dataset['draft'] ?? ''

  const found = ifPossible(() => sessionStorage[key])

  form.addEventListener('input', () => {
    // The form keeps its draft by itself from here on; one from before holds what is not shown yet.
    if (found || !island?.hasAttribute('ssr')) return
    const typed = [...new FormData(form)].filter(([name, value]) => isTyped(form, name, value))
    const draft = { began: island.dataset['touchedAt'], typed }
    ifPossible(() => (sessionStorage[key] = JSON.stringify(draft)))
  })
  if (found) form.dispatchEvent(new Event('focusin'))
}

/** What the page filled in is the page's: its next address may fill in something else. */
function isTyped(form: HTMLFormElement, name: string, value: unknown) {
  // Of a list of choices, and of boxes with one name, there is no default value.
  const { type, defaultValue } = form.elements.namedItem(name) as HTMLInputElement
  return type === 'checkbox' || value !== defaultValue
}

/** A browser that keeps nothing has nothing to put back. */
function ifPossible(act: () => unknown) {
  try {
    return act()
  } catch {
    return undefined
  }
}
