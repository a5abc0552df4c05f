import { useId } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { useStore } from '../parts/use-store.ts'
import { singleKeys } from '../parts/switches.ts'

const keys = [
  ['/', 'Search in every text'],
  ['j', 'Next record, in the list or in the open one'],
  ['k', 'Previous record'],
  ['Enter', 'Open the record'],
  ['e', 'Mark as answered; once more, take that back'],
  ['#', 'Delete, after a question'],
  ['x', 'Select the record, or leave it out'],
  ['X', 'Select all from the last one to this'],
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
          Use single keys
        </label>
      </div>
    </Dialog>
  )
}
