import { useEffect, useState } from 'react'
import { $asksAgain, callAdmin, callAdminQuietly } from '../api/call-admin.ts'
import { Button } from '../parts/Controls.tsx'
import { Ask, TitledDialog } from '../parts/Dialog.tsx'
import { useStore } from '../parts/use-store.ts'
import { Login } from '../session/Login.tsx'
import { $noteDrafts, $signIn, DRAFT_LOCK, leaveForSignIn } from '../session/kept.ts'
import { letGo, settled } from '../session/under-way.ts'

export { KeysDialog } from './KeysDialog.tsx'

/** What a sign-out takes along: notes that are not saved, in any tab. Empty if that is nothing. */
function lostInWords(drafts: number) {
  if (drafts === 0) return ''
  const where = drafts > Object.keys($noteDrafts.get()).length ? ', here or in another tab' : ''
  const [notes, go] = drafts === 1 ? ['1 note is', 'It goes'] : [`${drafts} notes are`, 'They go']
  return `${notes} not saved${where}. ${go} with the sign-out.`
}

/** The drafts of all open tabs. */
async function countDrafts(): Promise<number> {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === DRAFT_LOCK).length
}

/** What was pressed before is done first. If some of it fails, the user stays and reads why. */
async function leaveAfter(end: () => Promise<unknown>, failed?: number): Promise<void> {
  if (!(await settled(failed))) return
  await end()
  letGo()
  await leaveForSignIn()
}

const leave = (failed: number) => leaveAfter(() => callAdminQuietly('logout', {}), failed)

/** The failures before the press on Logout; a question may come between. */
let failedBefore = 0

/** Leaves, unless notes are not saved: returns how many. One may be begun while the logout waits. */
export async function leaveIfSaved(failed: number): Promise<number> {
  failedBefore = failed
  if ((await countDrafts()) === 0 && !(await settled(failed))) return 0
  const drafts = await countDrafts()
  if (drafts === 0) await leave(failed)
  return drafts
}

const STAY = 'Stay signed in'

type Props = { drafts: number; failed: string; onClose: () => void }

/** Asked only where something is lost. */
export const Logout = ({ drafts, onClose, failed }: Props) => (
  <Ask
    heading="Log out?"
    what={lostInWords(drafts)}
    keep={STAY}
    onClose={onClose}
    act={{
      name: 'Logout',
      doing: 'Signing out…',
      failed,
      call: () => leave(failedBefore).then(onClose),
    }}
  />
)

/** Ends every session, this one too, after a question. */
export function SignOutEverywhere({ onClose }: Pick<Props, 'onClose'>) {
  const [drafts, setDrafts] = useState<number>()
  useEffect(() => void countDrafts().then(setDrafts), [])
  const lost = drafts === undefined ? '' : lostInWords(drafts) || 'Nothing else changes.'
  const end = () => leaveAfter(() => callAdmin('sign-out-everywhere', 'POST'))
  return (
    <Ask
      heading="Sign out everywhere?"
      what={`Every session ends now, on every device and here. ${lost}`}
      keep={STAY}
      onClose={onClose}
      act={{
        name: 'Sign out everywhere',
        doing: 'Signing out…',
        failed: 'Sign-out failed. Sessions may still be open.',
        call: () => end().then(onClose),
      }}
    />
  )
}

/** Who used a passkey in this browser uses it again. */
const usePasskeyFirst = () =>
  useEffect(() => {
    document.querySelector<HTMLElement>("[data-passkeys='used'] .passkey button")?.focus()
  }, [])

/**
 * Asks for a sign-in above the page: once the session has ended, and before something that gives
 * away or takes away a lot. Then the page goes on where it was.
 */
export function SignInAgain() {
  const answer = useStore($asksAgain)
  usePasskeyFirst()
  const cancel = () => {
    if ($signIn.get()) $signIn.set('put off')
    answer?.(false)
  }
  return (
    <TitledDialog
      heading={answer ? 'Sign in again' : 'Your session has ended'}
      aria-label="Sign in again"
      className="confirm sign-in"
      onClose={cancel}
    >
      <p className="soft">
        {answer
          ? 'This needs a sign-in of the last ten minutes. Then it goes on where it was.'
          : 'Sign in again to carry on here. Nothing on this page is lost.'}
      </p>
      <Login hasFocus onSignedIn={() => answer?.(true)} />
      <div className="row">
        <Button onPress={cancel}>Cancel</Button>
      </div>
    </TitledDialog>
  )
}

/** Replaces the page once another tab has ended the session, or somebody has removed this person. */
export function SignedOut({ isRemoved, hadDrafts }: { isRemoved: boolean; hadDrafts: boolean }) {
  usePasskeyFirst()
  // What waits for a sign-in is not done for who signs in next.
  useEffect(() => $asksAgain.get()?.(false), [])
  return (
    <section className="signed-out" aria-labelledby="signed-out">
      <h2 id="signed-out">{isRemoved ? 'You were removed' : 'You signed out in another tab'}</h2>
      <p className="soft" role="alert">
        What was here is hidden.{' '}
        {isRemoved
          ? 'You are no longer among the people who sign in here: to come back you need a new invitation.'
          : 'Sign in again to carry on where you left off.'}
        {hadDrafts && ' A note that was not saved is gone.'}
      </p>
      {/* All tabs hear of the sign-in, and this one shows the page again. */}
      <Login hasFocus onSignedIn={() => {}} />
    </section>
  )
}
