import { useId } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = {
  /** One record in words, such as "contact submission". */
  noun: string
  /** Who sent it. */
  who: string
  onConfirm: () => void
  onKeep: () => void
}

export function ConfirmDelete({ noun, who, onConfirm, onKeep }: Props) {
  const id = useId()
  return (
    <Dialog labelledBy={id} className="confirm" onClose={onKeep}>
      <div className="in-dialog">
        <h2 id={id} className="h3">
          Delete this {noun}?
        </h2>
        <p>{who} It cannot be brought back.</p>
        <div className="row">
          <button type="button" className="btn dang" onClick={onConfirm}>
            Delete
          </button>
          <button type="button" className="btn" data-focus onClick={onKeep}>
            Keep it
          </button>
        </div>
      </div>
    </Dialog>
  )
}
