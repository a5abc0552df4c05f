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
