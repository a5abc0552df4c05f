/**
 * Keeps the role in the form and the open card the same. It works before the form's island loads,
 * and after that. `?role=` in the address selects a role too.
 */
export function keepInStep(list: Element, select: HTMLSelectElement): void {
  const openCard = () =>
    list.querySelector(`[data-role="${select.value}"] details`)?.setAttribute('open', '')

  const named = new URLSearchParams(location.search).get('role')
  for (const option of select.options) option.defaultSelected = option.value === named
  openCard()

  select.addEventListener('change', openCard)
  list.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const chosen = target.closest('a[href="#form"], details:not([open]) summary')
    const slug = chosen?.closest<HTMLElement>('[data-role]')?.dataset['role']
    if (!chosen || !slug) return
    select.value = slug
    // The summary of a card opens the card by itself.
    if (chosen.matches('a')) openCard()
    // A touched form must notice the change like any other edit: else its draft brings the role
    // before it back.
    const island = select.closest<HTMLElement>('astro-island')
    const isTouched = !island?.hasAttribute('ssr') || island.dataset['touchedAt'] !== undefined
    if (isTouched) select.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
