/** j and k move between the links of the rows; a row itself takes no focus. */
const links = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLElement>('tr[data-id] .open-record') ?? []),
]

const idOf = (element: Element | null | undefined) =>
  element?.closest<HTMLElement>('tr[data-id]')?.dataset['id']

/** The record whose row has the focus. */
export const focusedId = (table: HTMLElement | null): string | undefined => {
  const focused = document.activeElement
  return table?.contains(focused) ? idOf(focused) : undefined
}

/** Focuses the row of this record, if it is shown, and scrolls only if it is out of sight. */
export function focusId(table: HTMLElement | null, id: string) {
  const link = links(table).find((one) => idOf(one) === id)
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus by one row; from outside the table to the first one. */
export function moveFocus(table: HTMLElement | null, by: 1 | -1) {
  const rows = links(table)
  const id = focusedId(table)
  const at = rows.findIndex((link) => idOf(link) === id)
  const to = at < 0 || id === undefined ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)
  rows[to]?.focus()
}

/** If the focused row is gone, focuses the row that is now at its index. */
export function restoreFocus(table: HTMLElement | null, at: number) {
  if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return
  const rows = links(table)
  const next = rows[Math.min(at, rows.length - 1)] ?? table
  next?.focus()
}
