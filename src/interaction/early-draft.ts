/**
 * A reload may come before the form's own code does: what is typed until then is kept here, in the
 * shape that src/islands/sending/draft.ts puts back. Where there is something to put back, the island is
 * touched, and so its code comes.
 */
export function keepEarlyDraft(form: HTMLFormElement) {
  const island = form.closest<HTMLElement>('astro-island')
  const key = form.dataset['draft'] ?? ''

  form.addEventListener('input', () => {
    // From here on the form keeps its draft by itself.
    if (!island?.hasAttribute('ssr')) return
    const draft = { began: island.dataset['touchedAt'], typed: [...new FormData(form)] }
    ifPossible(() => (sessionStorage[key] = JSON.stringify(draft)))
  })
  if (ifPossible(() => sessionStorage[key])) form.dispatchEvent(new Event('focusin'))
}

/** A browser that keeps nothing has nothing to put back. */
function ifPossible(act: () => unknown) {
  try {
    return act()
  } catch {
    return undefined
  }
}
