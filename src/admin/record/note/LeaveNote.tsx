import { Ask } from '../../parts/Ask.tsx'
import type { OpenNote } from './use-note.ts'

type Props = { note: OpenNote; onGo: () => void; onStay: () => void }

/** The question before a record is left whose note is not saved. */
export function LeaveNote({ note, onGo, onStay }: Props) {
  async function save() {
    if (await note.save()) onGo()
    else onStay()
  }

  return (
    <Ask
      heading="Your note is not saved"
      actions={
        <>
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
        </>
      }
      onClose={onStay}
    />
  )
}
