/**
 * Keeps the role in the form and the open card the same. It works before the form's island loads,
 * and after that. `?role=` in the address selects a role too.
 */
export function keepInStep(list: Element, select: HTMLSelectElement): void {
  const pick = (slug: string) => {
    select.value = slug
    if (select.selectedIndex < 0) select.selectedIndex = 0
    // A reset after sending returns to this role.
    for (const option of select.options) option.defaultSelected = option.selected
    return list.querySelector<HTMLDetailsElement>(`[data-role="${select.value}"] details`)
  }
  const show = (slug: string) => pick(slug)?.setAttribute('open', '')

  select.addEventListener('change', () => show(select.value))
  list.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const chosen = target.closest('a, details:not([open]) summary')
    const slug = chosen?.closest<HTMLElement>('[data-role]')?.dataset['role']
    if (!slug) return
    // The summary of a card opens the card by itself.
    if (chosen.matches('a')) show(slug)
    else pick(slug)
    // A hydrated form must notice the change like any other edit.
    if (!select.closest('[ssr]')) select.dispatchEvent(new Event('input', { bubbles: true }))
  })
  show(new URLSearchParams(location.search).get('role') ?? select.value)
}
