import { useRef } from 'react'
import { triggerRetry } from '../api/connection.ts'
import { Login } from './Login.tsx'

/** Signs in again in the middle of work: whatever is on the screen stays where it is. */
export function SessionEnded() {
  const section = useRef<HTMLElement>(null)

  /** This form goes away with its reason, so the focus goes to what was being worked on. */
  function carryOn() {
    const dialog = section.current?.closest('dialog')
    const work = dialog?.querySelector('button') ?? document.getElementById('panel')
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

/** Stands in the place of everything once another tab has ended the session. */
export const SignedOut = () => (
  <section className="ended signed-out" aria-labelledby="signed-out">
    <h2 id="signed-out">You signed out in another tab</h2>
    <p className="soft" role="alert">
      What stood here is hidden. Sign in again to go on where you were.
    </p>
    <Login hasFocus onSignedIn={triggerRetry} />
  </section>
)
