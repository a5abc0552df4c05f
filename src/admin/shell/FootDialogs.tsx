import { $asksAgain, ask } from '../api/ask.ts'
import { Button } from '../parts/Controls.tsx'
import { Ask, TitledDialog } from '../parts/Dialog.tsx'
import { singleKeys } from '../parts/switches.ts'
import { useStore } from '../parts/use-store.ts'
import { Login } from '../session/Login.tsx'
import { $noteDrafts, $signIn, leaveForSignIn } from '../session/kept.ts'

type Props = { onClose: () => void }

const keys = [
  ['/', 'Search'],
  ['j', 'Next record, in the list or in the open one'],
  ['k', 'Previous record'],
  ['Enter', 'Open the record'],
  ['e', 'Mark as answered; in all records, press again to undo'],
  ['r R', 'Reply by mail; reply and mark as answered'],
  ['m', 'Write a note'],
  ['c', 'Copy the address'],
  ['u', 'Mark as unread'],
  ['z', 'Undo, while the line with “Undo” is shown'],
  ['!', 'Mark as spam, or release'],
  ['#', 'Delete (asks first)'],
  ['x', 'Select or deselect the record; e u ! # then act on all selected'],
  ['X', 'Select everything up to here'],
  ['n p', 'Next page, previous page'],
  ['1 – 6', 'The tabs, from Overview to Waitlist'],
  ['Escape', 'Close what is open, leave the field, or clear the search'],
  ['?', 'Show these keys'],
] as const

export function KeysDialog({ onClose }: Props) {
  const areOn = useStore(singleKeys.$isOn)
  return (
    <TitledDialog heading="Keyboard shortcuts" hasCross onClose={onClose}>
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="keys-switch">
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ currentTarget }) => singleKeys.set(currentTarget.checked)}
        />
        Use single-key shortcuts
      </label>
    </TitledDialog>
  )
}

/** What a sign-out takes along; empty if that is nothing. */
function lostInWords() {
  const drafts = Object.keys($noteDrafts.get()).length
  if (drafts === 0) return ''
  return drafts === 1
    ? '1 note is not saved. It goes with the sign-out.'
    : `${drafts} notes are not saved. They go with the sign-out.`
}

const STAY = 'Stay signed in'

/** Asked only where something is lost. */
export const Logout = ({
  onClose,
  ...act
}: Props & { failed: string; call: typeof leaveForSignIn }) => (
  <Ask
    heading="Log out?"
    what={lostInWords()}
    keep={STAY}
    onClose={onClose}
    act={{ name: 'Logout', doing: 'Signing out…', ...act }}
  />
)

/** Ends every session, this one too, after a question. */
export const SignOutEverywhere = ({ onClose }: Props) => (
  <Ask
    heading="Sign out everywhere?"
    what={`Every session ends now, on every device and here. ${lostInWords() || 'Nothing else changes.'}`}
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

/**
 * Asks for a sign-in above the page: once the session has ended, and before something that gives
 * away or takes away a lot. Then the page goes on where it was.
 */
export function SignInAgain() {
  const answer = useStore($asksAgain)
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

/** Replaces the page once another tab has ended the session. */
export const SignedOut = ({ hadDrafts }: { hadDrafts: boolean }) => (
  <section className="signed-out" aria-labelledby="signed-out">
    <h2 id="signed-out">You signed out in another tab</h2>
    <p className="soft" role="alert">
      What was here is hidden. Sign in again to carry on where you left off.
      {hadDrafts && ' A note that was not saved is gone.'}
    </p>
    {/* All tabs hear of the sign-in, and this one shows the page again. */}
    <Login hasFocus onSignedIn={() => {}} />
  </section>
)
