import { triggerRetry } from '../api/connection.ts'
import { Login } from './Login.tsx'

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
