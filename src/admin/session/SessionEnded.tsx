import { anotherChance } from '../connection.ts'
import { Login } from './Login.tsx'

/** Signs in again in the middle of work: whatever is on the screen stays where it is. */
export function SessionEnded() {
  return (
    <section className="ended" aria-label="Sign in again">
      <h3>Your session has ended</h3>
      <p className="soft">Sign in again to carry on here. Nothing on this page is lost.</p>
      <Login onSignedIn={anotherChance} />
    </section>
  )
}
