type Draft = { typed: [name: string, value: FormDataEntryValue][] }

/**
 * Saves what is typed before the island's code arrives, in case the page is reloaded. The format is
 * that of src/islands/sending/draft.ts, which restores it. If a draft exists, the script touches
 * the island so that its code loads.
 */
export function keepEarlyDraft(first: HTMLFormElement) {
  const key = first.dataset['draft'] ?? ''

  // Only this and draft.ts write there.
  const found = ifPossible(() => JSON.parse(sessionStorage[key] as string) as Draft)

  // On the window, so that it comes before React: the first edit may be what hydrates the form,
  // which then restores this draft. A hydrated form saves its own over it. One that broke leaves a
  // copy, with the same draft.
  const keep = ({ target }: Event) => {
    const { form } = target as HTMLInputElement
    if (form?.dataset['draft'] !== key) return
    const now = [...new FormData(form)].filter(([name]) => isTyped(form, name, found))
    const isNew = (name: string) => now.every(([other]) => other !== name)
    // An earlier draft that is not restored yet stays, but for what is typed anew.
    const earlier = found ? found.typed.filter(([name]) => isNew(name) || isBox(form, name)) : []
    const page = location.pathname + location.search
    const island = form.closest<HTMLElement>('astro-island')
    const began = island?.dataset['touchedAt'] ?? Date.now()
    // An earlier draft keeps its age: one of another day must not come back.
    const draft = { began, at: Date.now(), ...found, page, typed: [...earlier, ...now] }
    ifPossible(() => (sessionStorage[key] = JSON.stringify(draft)))
  }
  addEventListener('input', keep, true)
  if (found) first.dispatchEvent(new Event('focusin'))
}

/**
 * Leaves out values that the page filled in: another address may fill in other values. A select has
 * no default value; beside an `earlier` draft it counts once a choice was made, by hand or the page.
 */
function isTyped(form: HTMLFormElement, name: string, earlier?: Draft) {
  if (isBox(form, name)) return true
  const input = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
  if ('defaultValue' in input) return input.value !== input.defaultValue
  return !earlier || input.selectedIndex > 0 || input.querySelector('[selected]') !== null
}

/** Checkboxes may share a name. */
function isBox(form: HTMLFormElement, name: string) {
  const found = form.elements.namedItem(name)
  return found instanceof RadioNodeList || (found as HTMLInputElement).type === 'checkbox'
}

/** Storage may be forbidden; then there is no draft. */
function ifPossible<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
