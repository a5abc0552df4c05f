import { useEffect } from 'react'
import { $asksAgain, ask } from '../api/ask.ts'
import { Button } from '../parts/Controls.tsx'
import { Ask, TitledDialog } from '../parts/Dialog.tsx'
import { useStore } from '../parts/use-store.ts'
import { Login } from '../session/Login.tsx'
import { $noteDrafts, $signIn, leaveForSignIn } from '../session/kept.ts'

/** `drafts` is how many notes are not saved, in any tab. */
type Props = { drafts: number; onClose: () => void }

/** What a sign-out takes along; empty if that is nothing. */
function lostInWords(drafts: number) {
  if (drafts === 0) return ''
  const where = drafts > Object.keys($noteDrafts.get()).length ? ', here or in another tab' : ''
  const [notes, go] = drafts === 1 ? ['1 note is', 'It goes'] : [`${drafts} notes are`, 'They go']
  return `${notes} not saved${where}. ${go} with the sign-out.`
}

const STAY = 'Stay signed in'

/** Asked only where something is lost. */
export const Logout = ({
  drafts,
  onClose,
  ...act
}: Props & { failed: string; call: typeof leaveForSignIn }) => (
  <Ask
    heading="Log out?"
    what={lostInWords(drafts)}
    keep={STAY}
    onClose={onClose}
    act={{ name: 'Logout', doing: 'Signing out…', ...act }}
  />
)

/** Ends every session, this one too, after a question. */
export const SignOutEverywhere = ({ drafts, onClose }: Props) => (
  <Ask
    heading="Sign out everywhere?"
    what={`Every session ends now, on every device and here. ${lostInWords(drafts) || 'Nothing else changes.'}`}
    keep={STAY}
    onClose={onClose}
    act={{
      name: 'Sign out everywhere',
      doing: 'Signing out…',
      failed: 'Sign-out failed. All sessions are still open.',
      call: () => ask('sign-out-everywhere', 'POST').then(leaveForSignIn),
    }}
  />
)

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

type SignedOutProps = { isRemoved: boolean; hadDrafts: boolean }

/** Replaces the page once another tab has ended the session, or somebody has removed this person. */
export function SignedOut({ isRemoved, hadDrafts }: SignedOutProps) {
  usePasskeyFirst()
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
