import { TitledDialog } from '../parts/Dialog.tsx'
import { singleKeys } from '../parts/switches.ts'
import { useStore } from '../parts/use-store.ts'

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

export function KeysDialog({ onClose }: { onClose: () => void }) {
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
