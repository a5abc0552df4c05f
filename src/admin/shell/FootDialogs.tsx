import { useId } from 'react'
import { signOutEverywhere } from '../api/ask.ts'
import { useCall } from '../api/use-request.ts'
import { Ask, Dialog } from '../parts/Dialog.tsx'
import { Button } from '../parts/Button.tsx'
import { singleKeys } from '../parts/switches.ts'
import { useStore } from '../parts/use-store.ts'
import { leaveForSignIn } from '../session/signed-out.ts'

type Props = { onClose: () => void }

const keys = [
  ['/', 'Search'],
  ['j', 'Next record, in the list or in the open one'],
  ['k', 'Previous record'],
  ['Enter', 'Open the record'],
  ['e', 'Mark as answered; press again to undo'],
  ['r R', 'Reply by mail; reply and mark as answered'],
  ['m', 'Write a note'],
  ['c', 'Copy the address'],
  ['u', 'Mark as unread'],
  ['!', 'Mark as spam, or release'],
  ['#', 'Delete (asks first)'],
  ['x', 'Select or deselect the record; e u ! # then act on all selected'],
  ['X', 'Select everything up to here'],
  ['n p', 'Next page, previous page'],
  ['1 – 6', 'The tabs, from Overview to Waitlist'],
  ['Escape', 'Close what is open, or leave the field'],
  ['?', 'Show these keys'],
] as const

/** A list of the keys, and the switch that turns them off. */
export function KeysDialog({ onClose }: Props) {
  const id = useId()
  const areOn = useStore(singleKeys.$isOn)
  return (
    <Dialog labelledBy={id} className="confirm" onClose={onClose}>
      <div className="dialog-body">
        <div className="detail-head">
          <h2 id={id} className="h3">
            Keyboard shortcuts
          </h2>
          <Button look="close" aria-label="Close" data-focus onPress={onClose} />
        </div>
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
      </div>
    </Dialog>
  )
}

/** Ends every session, this one too, after a question. */
export function SignOutEverywhere({ onClose }: Props) {
  const { isBusy, failure, run } = useCall('Sign-out failed. All sessions are still open.')
  const leave = () => run(() => signOutEverywhere().then(leaveForSignIn))
  return (
    <Ask
      heading="Sign out everywhere?"
      what="Every session ends now, on every device and here. Nothing else changes."
      keep="Stay signed in"
      onClose={onClose}
      failure={failure}
    >
      <Button look="button danger" isBusy={isBusy} onPress={leave}>
        {isBusy ? 'Signing out…' : 'Sign out everywhere'}
      </Button>
    </Ask>
  )
}
