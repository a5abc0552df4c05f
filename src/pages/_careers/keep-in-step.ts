/**
 * A role is picked in the form or by its card, and the other one follows. This works before the
 * form's own code is there, and goes on after it. `?role=` in the address picks one too.
 */
export function keepInStep(list: Element, select: HTMLSelectElement): void {
  const pick = (slug: string) => {
    select.value = slug
    if (select.selectedIndex < 0) select.selectedIndex = 0
    // Clearing the form after it was sent comes back to this role.
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
    // The brief's own button opens it by itself.
    if (chosen.matches('a')) show(slug)
    else pick(slug)
    // A form that has come to life hears of it as of any edit.
    if (!select.closest('[ssr]')) select.dispatchEvent(new Event('input', { bubbles: true }))
  })
  show(new URLSearchParams(location.search).get('role') ?? select.value)
}
