/** Where the keys go on: in the open dialog, in the table, or in the shown tab. */
export function workPlace(): HTMLElement | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const [first, next] = dialog ? ['[data-focus]', 'button'] : ['.table-frame', '#panel']
  const place: ParentNode = dialog ?? document
  return place.querySelector<HTMLElement>(first) ?? place.querySelector<HTMLElement>(next)
}

/**
 * Gives the focus to the work when the element that had it leaves, such as a button whose line goes.
 * Otherwise Tab would begin at the top of the page.
 */
export function keepFocus(): () => void {
  let last: EventTarget | null = null
  let given: HTMLElement | null = null
  const note = ({ target }: FocusEvent) => {
    last = target
  }
  const observer = new MutationObserver(() => {
    const { activeElement: now, body } = document
    const isLost = now === body && last instanceof Element && !last.isConnected
    // The table may come after the tab has got the focus.
    if (!isLost && (!given || now !== given)) return
    given = workPlace()
    if (given !== now) given?.focus({ preventScroll: true })
  })
  addEventListener('focusin', note)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    removeEventListener('focusin', note)
    observer.disconnect()
  }
}
