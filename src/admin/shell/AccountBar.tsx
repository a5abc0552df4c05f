import { logout } from '../api/ask.ts'
import { $isOnline, useCall } from '../api/use-request.ts'
import { Button } from '../parts/Button.tsx'
import { Alert } from '../parts/Notice.tsx'
import { useStore } from '../parts/use-store.ts'
import { leaveForSignIn } from '../session/signed-out.ts'

type Props = { studio: string; isSignedIn: boolean }

/** The bar with the studio's name and Logout; it says beside the logo that there is no network. */
export function AccountBar({ studio, isSignedIn }: Props) {
  const isOnline = useStore($isOnline)
  return (
    <header className="account-bar">
      <div className="measure">
        <a className="logo" href="/admin">
          <i aria-hidden="true" />
          {studio}
        </a>
        <span role="status" className={isOnline ? 'note' : 'offline'}>
          {isOnline ? 'admin' : 'You are offline'}
        </span>
        {isSignedIn && <Logout />}
      </div>
    </header>
  )
}

/** On a shared computer the user must know this. */
const STILL_IN = 'Logout failed. You are still signed in.'

function Logout() {
  const { isBusy, failure, run } = useCall(STILL_IN)
  return (
    <>
      <Button isBusy={isBusy} onPress={() => run(() => logout().then(leaveForSignIn))}>
        Logout
      </Button>
      {failure && <Alert>{STILL_IN}</Alert>}
    </>
  )
}
