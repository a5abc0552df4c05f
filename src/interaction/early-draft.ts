/**
 * Saves what is typed before the island's code arrives, in case the page is reloaded. The format is
 * that of src/islands/sending/draft.ts, which restores it. If a draft exists, the script touches
 * the island so that its code loads.
 */
export function keepEarlyDraft(form: HTMLFormElement) {
  const island = form.closest<HTMLElement>('astro-island')
  const key = form.dataset['draft'] ?? ''

  const found = ifPossible(() => sessionStorage[key])

  // On the window, so that it comes before React: the first edit may be what hydrates the form,
  // which then restores this draft. A hydrated form saves its own over it.
  const keep = ({ target }: Event) => {
    // An earlier draft that is not restored yet must stay.
    if (found || (target as HTMLInputElement).form !== form) return
    const typed = [...new FormData(form)].filter(([name]) => isTyped(form, name))
    const page = location.pathname + location.search
    const draft = { began: island?.dataset['touchedAt'] ?? Date.now(), page, typed }
    ifPossible(() => (sessionStorage[key] = JSON.stringify(draft)))
  }
  addEventListener('input', keep, true)
  if (found) form.dispatchEvent(new Event('focusin'))
}

/** Leaves out values that the page filled in: another address may fill in other values. */
function isTyped(form: HTMLFormElement, name: string) {
  // A select and checkboxes that share a name have no default value.
  const { type, value, defaultValue } = form.elements.namedItem(name) as HTMLInputElement
  return type === 'checkbox' || value !== defaultValue
}

/** Storage may be forbidden; then there is no draft. */
function ifPossible(action: () => unknown) {
  try {
    return action()
  } catch {
    return undefined
  }
}
