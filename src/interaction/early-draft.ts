/**
 * Keeps what is typed before the form's own code is there, in case the page is reloaded. The format is
 * that of src/islands/sending/draft.ts, which restores it. If there is a draft, the island is touched,
 * so that its code comes.
 */
export function keepEarlyDraft(form: HTMLFormElement) {
  const island = form.closest<HTMLElement>('astro-island')
  const key = form.dataset['draft'] ?? ''

  const found = ifPossible(() => sessionStorage[key])

  form.addEventListener('input', () => {
    // A hydrated form keeps its own draft. A draft from before is not restored yet: keep it.
    if (found || !island?.hasAttribute('ssr')) return
    const typed = [...new FormData(form)].filter(([name, value]) => isTyped(form, name, value))
    const draft = { began: island.dataset['touchedAt'], typed }
    ifPossible(() => (sessionStorage[key] = JSON.stringify(draft)))
  })
  if (found) form.dispatchEvent(new Event('focusin'))
}

/** Leaves out what the page filled in: another address may fill in something else. */
function isTyped(form: HTMLFormElement, name: string, value: unknown) {
  // A select and checkboxes that share a name have no default value.
  const { type, defaultValue } = form.elements.namedItem(name) as HTMLInputElement
  return type === 'checkbox' || value !== defaultValue
}

/** Storage may be forbidden; then there is no draft. */
function ifPossible(act: () => unknown) {
  try {
    return act()
  } catch {
    return undefined
  }
}
