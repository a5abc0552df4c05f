import { useId, useState } from 'react'
import { signOutEverywhere } from '../api/ask.ts'
import { useCall } from '../api/use-call.ts'
import { Ask, Dialog } from '../parts/Dialog.tsx'
import { BusyButton } from '../parts/BusyButton.tsx'
import { Problem } from '../parts/Problem.tsx'
import { singleKeys } from '../parts/switches.ts'
import { useKeys } from '../parts/use-keys.ts'
import { useStore } from '../parts/use-store.ts'
import { goTo } from '../route/route.ts'
import { leaveForSignIn } from '../session/signed-out.ts'

export function Foot() {
  const [open, setOpen] = useState<'keys' | 'sign out'>()
  const close = () => setOpen(undefined)
  useKeys({ '?': () => setOpen('keys') })
  return (
    <footer className="measure admin-footer">
      <button type="button" className="quiet" onClick={() => setOpen('keys')}>
        Keyboard shortcuts
      </button>
      <button type="button" className="quiet" onClick={() => setOpen('sign out')}>
        Sign out everywhere
      </button>
      <button type="button" className="quiet" onClick={() => goTo({ tab: 'staff' })}>
        People
      </button>
      <button type="button" className="quiet" onClick={() => goTo({ tab: 'log' })}>
        Log
      </button>
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'sign out' && <SignOutEverywhere onClose={close} />}
    </footer>
  )
}

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
function KeysDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const areOn = useStore(singleKeys.$isOn, true)
  return (
    <Dialog labelledBy={id} className="confirm" onClose={onClose}>
      <div className="dialog-body">
        <div className="detail-head">
          <h2 id={id} className="h3">
            Keyboard shortcuts
          </h2>
          <button type="button" className="close" aria-label="Close" data-focus onClick={onClose} />
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
function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const { isBusy, failure, run } = useCall('Sign-out failed. All sessions are still open.')
  const leave = () => run(() => signOutEverywhere().then(leaveForSignIn))
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
