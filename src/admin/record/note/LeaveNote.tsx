import { useId } from 'react'
import { Dialog } from '../../parts/Dialog.tsx'
import type { OpenNote } from './use-note.ts'

type Props = { note: OpenNote; onGo: () => void; onStay: () => void }

/** The question before a record is left whose note is not saved. */
export function LeaveNote({ note, onGo, onStay }: Props) {
  const id = useId()

  async function save() {
    if (await note.save()) onGo()
    else onStay()
  }

  return (
    <Dialog labelledBy={id} className="confirm" onClose={onStay}>
      <div className="dialog-body">
        <h2 id={id} className="h3">
          Your note is not saved
        </h2>
        <div className="row">
          <button type="button" className="button solid" data-focus onClick={() => void save()}>
            Save note
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              note.discard()
              onGo()
            }}
          >
            Discard it
          </button>
          <button type="button" className="button" onClick={onStay}>
            Keep writing
          </button>
        </div>
      </div>
    </Dialog>
  )
}
