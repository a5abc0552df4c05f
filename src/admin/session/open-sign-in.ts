import { $signIn } from './kept.ts'

/**
 * Opens the sign-in above the page. The banner goes after the sign-in, so the focus returns to the
 * work beside it.
 */
export function openSignIn(banner: HTMLElement | null) {
  const here = document.activeElement
  if (here === document.body || banner?.contains(here)) {
    const dialog = banner?.closest('dialog')
    const work =
      banner?.closest('.note-box')?.querySelector('textarea') ??
      dialog?.querySelector<HTMLElement>('[data-focus]') ??
      dialog?.querySelector('button') ??
      document.getElementById('panel')
    work?.focus()
  }
  $signIn.set('open')
}
