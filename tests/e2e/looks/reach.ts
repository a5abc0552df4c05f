/** Runs in the page. Finds targets that are too small; links within a sentence are allowed. */
export function smallTargets(): string[] {
  const wrong: string[] = []
  for (const target of document.querySelectorAll('a,button,summary,input,select,textarea,label')) {
    if (
      target.closest('.visually-hidden,.honeypot,p:not(:has(> a:only-child)) > a,li p a,dd a,td a')
    )
      continue
    if (target.matches('label:not(:has(input)),.visually-hidden,label input')) continue
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { width, height } = target.getBoundingClientRect()
    const isInLine =
      getComputedStyle(target).display === 'inline' &&
      (target.parentElement?.textContent.trim().length ?? 0) > target.textContent.trim().length + 3
    if (isInLine || (width >= 24 && height >= 24) || width === 0) continue
    const name = target.textContent.trim().slice(0, 24) || target.outerHTML.slice(0, 60)
    wrong.push(`${name}: ${Math.round(width)} × ${Math.round(height)}`)
  }
  return wrong
}

/**
 * Runs in the page. Finds targets that the bar covers after the focus moves up to them, or after
 * the browser scrolls them to the top, as WebKit does.
 */
export function underTheBar(): string[] {
  const bar = document.querySelector('.site-bar')
  const wrong: string[] = []
  const targets = [
    ...document.querySelectorAll<HTMLElement>('main :is(a,button,summary,input,textarea,select)'),
  ]
  for (const target of targets.reverse()) {
    if (
      target.closest('.visually-hidden,.honeypot') ||
      !target.checkVisibility({ visibilityProperty: true })
    )
      continue
    if (target.matches(':disabled,[type=hidden],.visually-hidden')) continue
    target.focus()
    const foot = bar?.getBoundingClientRect().bottom ?? 0
    const what = target.textContent.trim().slice(0, 24) || target.id
    if (target.getBoundingClientRect().top < foot) wrong.push(`${what} under the bar`)
    target.scrollIntoView()
    const top = target.getBoundingClientRect().top
    if (top < foot) wrong.push(`${what} under the bar, scrolled to the top`)
    const field = target.closest('.field')
    if (!field || target.matches('button,[type=checkbox]')) continue
    if (field.getBoundingClientRect().top < foot) wrong.push(`label of ${what} under the bar`)
  }
  return wrong
}
