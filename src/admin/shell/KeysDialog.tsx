import { useId } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { useStore } from '../parts/use-store.ts'
import { $areKeysOn, switchKeys } from '../parts/keys-switch.ts'

const keys = [
  ['/', 'Search in every text'],
  ['j', 'Next record, in the list or in the open one'],
  ['k', 'Previous record'],
  ['Enter', 'Open the record'],
  ['x', 'Select the record, or leave it out'],
  ['Escape', 'Close what is open'],
  ['?', 'Show these keys'],
] as const

/** Which keys there are, and the switch that turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const areOn = useStore($areKeysOn, true)
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
            onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
          />
          Use single keys
        </label>
      </div>
    </Dialog>
  )
}
