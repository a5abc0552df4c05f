import { Login } from './Login.tsx'
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

/** Replaces the page once another tab has ended the session. */
export const SignedOut = () => (
  <section className="signed-out" aria-labelledby="signed-out">
    <h2 id="signed-out">You signed out in another tab</h2>
    <p className="soft" role="alert">
      What was here is hidden. Sign in again to carry on where you left off.
    </p>
    {/* All tabs hear of the sign-in, and this one shows the page again. */}
    <Login hasFocus onSignedIn={() => {}} />
  </section>
)
