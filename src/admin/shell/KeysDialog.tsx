import { useId } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { useStore } from '../parts/use-store.ts'
import { singleKeys } from '../parts/switches.ts'

const keys = [
  ['/', 'Search the list'],
  ['j', 'Next record, in the list or in the open one'],
  ['k', 'Previous record'],
  ['Enter', 'Open the record'],
  ['e', 'Mark as answered; press again to undo'],
  ['#', 'Delete (asks first)'],
  ['x', 'Select or deselect the record'],
  ['X', 'Select everything up to here'],
  ['n p', 'Next page, previous page'],
  ['1 – 6', 'The tabs, from Overview to Waitlist'],
  ['Escape', 'Close what is open, or leave the field'],
  ['?', 'Show these keys'],
] as const

/** A list of the keys, and the switch that turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
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
