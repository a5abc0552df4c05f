import { useRef } from 'react'
import { triggerRetry } from '../api/use-request.ts'
import { Login } from './Login.tsx'

/** Signs in again without leaving the page. */
export function SessionEnded() {
  const section = useRef<HTMLElement>(null)

  /** The form disappears after the sign-in, so the focus returns to the work. */
  function carryOn() {
    const here = section.current
    const note = here?.closest('.note-box')?.querySelector<HTMLElement>('textarea')
    const record = here?.closest('dialog')?.querySelector<HTMLElement>('[data-focus], button')
    const work = note ?? record ?? document.getElementById('panel')
    work?.focus()
    triggerRetry()
  }

  return (
    <section className="ended" aria-label="Sign in again" ref={section}>
      <h3>Your session has ended</h3>
      <p className="soft">Sign in again to carry on here. Nothing on this page is lost.</p>
      <Login onSignedIn={carryOn} />
    </section>
  )
}

/** Replaces the page once another tab has ended the session. */
export const SignedOut = () => (
  <section className="ended signed-out" aria-labelledby="signed-out">
    <h2 id="signed-out">You signed out in another tab</h2>
    <p className="soft" role="alert">
      What was here is hidden. Sign in again to carry on where you left off.
    </p>
    <Login hasFocus onSignedIn={triggerRetry} />
  </section>
)
