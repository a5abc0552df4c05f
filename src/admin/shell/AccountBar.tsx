import { logout } from '../api/ask.ts'
import { useCall } from '../api/use-call.ts'
import { $isOnline } from '../api/use-request.ts'
import { Button } from '../parts/Button.tsx'
import { useStore } from '../parts/use-store.ts'
import { leaveForSignIn } from '../session/signed-out.ts'

type Props = { studio: string; isSignedIn: boolean }

/** The bar with the studio's name and Logout. */
export function AccountBar({ studio, isSignedIn }: Props) {
  return (
    <header className="account-bar">
      <div className="measure">
        <a className="logo" href="/admin">
          <i aria-hidden="true" />
          {studio}
        </a>
        <AreaNote />
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
      {failure && (
        <p className="notice bad" role="alert">
          {STILL_IN}
        </p>
      )}
    </>
  )
}

/** Says beside the logo that there is no network. */
function AreaNote() {
  const isOnline = useStore($isOnline)
  return (
    <span role="status" className={isOnline ? 'note' : 'offline'}>
      {isOnline ? 'admin' : 'You are offline'}
    </span>
  )
}
