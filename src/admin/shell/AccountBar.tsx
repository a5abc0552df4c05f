import { useState } from 'react'
import { logout } from '../api/admin-api.ts'
import { BusyButton } from '../parts/BusyButton.tsx'
import { tellOtherTabs } from '../session/signed-out.ts'
import { AreaNote } from './AreaNote.tsx'

type Props = { studio: string; isSignedIn: boolean }

/** Whose dashboard this is, and the way out. */
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
      // Whoever leaves a shared computer must know that they are still signed in.
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
