import { useState } from 'react'
import { logout } from '../api/ask.ts'
import { $isOnline } from '../api/connection.ts'
import { BusyButton } from '../parts/BusyButton.tsx'
import { useStore } from '../parts/use-store.ts'
import { tellOtherTabs } from '../session/signed-out.ts'

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

function Logout() {
  const [step, setStep] = useState<'ready' | 'leaving' | 'failed'>('ready')
  const isLeaving = step === 'leaving'

  async function leave() {
    setStep('leaving')
    try {
      await logout()
      tellOtherTabs('signed out')
      location.replace('/admin/login')
    } catch {
      // On a shared computer the user must know that they are still signed in.
      setStep('failed')
    }
  }

  return (
    <>
      <BusyButton isBusy={isLeaving} onPress={leave}>
        Logout
      </BusyButton>
      {step === 'failed' && (
        <p className="notice bad" role="alert">
          Logout failed. You are still signed in.
        </p>
      )}
    </>
  )
}

/** Says beside the logo that there is no network. */
function AreaNote() {
  const isOnline = useStore($isOnline, true)
  return (
    <span role="status" className={isOnline ? 'note' : 'offline'}>
      {isOnline ? 'admin' : 'You are offline'}
    </span>
  )
}
