import { useState } from 'react'
import { signOutEverywhere } from '../api/ask.ts'
import { Ask } from '../parts/Ask.tsx'
import { BusyButton } from '../parts/BusyButton.tsx'
import { failureOf, type Failure } from '../api/failure.ts'
import { Problem } from '../parts/Problem.tsx'
import { tellOtherTabs } from '../session/signed-out.ts'

/** Ends every session, this one too, after a question. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  async function leave() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await signOutEverywhere()
      tellOtherTabs('signed out')
      location.replace('/admin/login')
    } catch (error) {
      setFailure(failureOf(error, 'Sign-out failed. All sessions are still open.'))
      setIsBusy(false)
    }
  }

  return (
    <Ask
      heading="Sign out everywhere?"
      what="Every session ends now, on every device and here. Nothing else changes."
      actions={
        <>
          <BusyButton kind="danger" isBusy={isBusy} onPress={leave}>
            {isBusy ? 'Signing out…' : 'Sign out everywhere'}
          </BusyButton>
          <button type="button" className="button" data-focus onClick={onClose}>
            Stay signed in
          </button>
        </>
      }
      onClose={onClose}
    >
      {failure && <Problem failure={failure} />}
    </Ask>
  )
}
