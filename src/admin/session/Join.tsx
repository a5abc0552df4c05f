import { useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { loaded, NotLoaded } from '../api/new-version.ts'
import { Button } from '../parts/Button.tsx'
import { NewVersion } from '../parts/NewVersion.tsx'
import { tellOtherTabs } from './signed-out.ts'

const HOW = {
  none: 'This browser has no passkeys. Open the link in another browser, or on a phone.',
  wrong: 'This invitation is over: it works once, within 24 hours. Ask for a new one.',
  failed: 'No passkey was made. Try again.',
}

/** What stands behind the # of the link: the browser sends it to nobody. */
const invitationIn = (hash: string) => {
  const [id = '', secret = ''] = hash.slice(1).split('.')
  return { id, secret }
}

/** Makes the first passkey of an invited person. */
export const Join = () => (
  <Boundary fallback={<Failed>This page stopped working. Nothing was sent.</Failed>}>
    <NewVersion />
    <OpenJoin />
  </Boundary>
)

function OpenJoin() {
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function begin() {
    if (isBusy) return
    if (!('PublicKeyCredential' in window)) {
      setProblem(HOW.none)
      return
    }
    setIsBusy(true)
    setProblem('')
    try {
      await (await loaded(import('./passkey.ts'))).join(invitationIn(location.hash))
      tellOtherTabs('signed in')
      location.replace('/admin')
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 401
      setProblem(error instanceof NotLoaded ? error.message : isOver ? HOW.wrong : HOW.failed)
      setIsBusy(false)
    }
  }

  return (
    <div className="sheet stack">
      <p>
        A passkey lives on this device, or with your password manager. You open it with your finger,
        your face or your PIN; there is no password to remember.
      </p>
      {problem && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      <p className="notice bad" data-load-failed>
        The page could not load. Check your connection and try again.
      </p>
      <p>
        <Button look="button primary" isBusy={isBusy} onPress={begin}>
          {isBusy ? 'Making your passkey…' : 'Make my passkey'}
        </Button>
      </p>
    </div>
  )
}
