import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { statusOf, type Failure } from '../api/failure.ts'
import { tellTabs } from '../api/call-admin.ts'
import { loaded, NotLoaded } from '../api/new-version.ts'
import { wasRefused } from '../api/refused.ts'
import { useCall } from '../api/use-request.ts'
import { Button } from '../parts/Controls.tsx'
import { Alert, NewVersion } from '../parts/Notice.tsx'

const HOW = {
  none: 'This browser has no passkeys. Open the link in another browser, or on a phone.',
  wrong:
    'This invitation is over: it works once, within 24 hours. If your passkey was made, sign in with it; else ask for a new invitation.',
  failed: 'No passkey was made. Try again.',
  unclear: 'The server did not say whether it keeps your passkey. Try to sign in with it first.',
}

/** A passkey was made here, and the server may know it. */
let mayBeIn = false

function failureIn(error: unknown): Failure {
  const failed = mayBeIn ? HOW.unclear : statusOf(error) === 401 ? HOW.wrong : HOW.failed
  return { words: error instanceof NotLoaded ? error.message : failed, cause: 'other' }
}

export const Join = () => (
  <Boundary fallback={<Failed>This page stopped working. Nothing was sent.</Failed>}>
    <NewVersion />
    <OpenJoin />
  </Boundary>
)

async function join() {
  if (!('PublicKeyCredential' in window)) throw new NotLoaded(HOW.none)
  // What stands behind the # of the link: the browser sends it to nobody.
  const [id = '', secret = ''] = location.hash.slice(1).split('.')
  const { makeKey, sendKey } = await loaded(import('./passkey.ts'))
  const key = await makeKey({ id, secret })
  await sendKey(key).catch((error: unknown) => {
    mayBeIn ||= !wasRefused(error)
    throw error
  })
  tellTabs('signed in')
  location.replace('/admin')
  // The page is about to go.
  return new Promise(() => {})
}

function OpenJoin() {
  const { isBusy, failure, run } = useCall(failureIn)
  return (
    <div className="sheet stack">
      <p>
        A passkey lives on this device, or with your password manager. You open it with your finger,
        your face or your PIN; there is no password to remember.
      </p>
      {failure && <Alert>{failure.words}</Alert>}
      {failure && [HOW.wrong, HOW.unclear].includes(failure.words) && (
        <a href="/admin/login">To the sign-in</a>
      )}
      <p className="notice bad load-failed">
        The page could not load. Check your connection and try again.
      </p>
      <p>
        <Button look="button primary" isBusy={isBusy} onPress={() => run(join)}>
          {isBusy ? 'Making your passkey…' : 'Make my passkey'}
        </Button>
      </p>
    </div>
  )
}
