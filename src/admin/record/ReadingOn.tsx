import { useId } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { Loading } from '../parts/Loading.tsx'
import { closeRecord } from '../route/navigation.ts'

/** Replaces the record while the page of the next one is read. */
export function ReadingOn() {
  const id = useId()
  return (
    <Dialog labelledBy={id} className="detail" onClose={closeRecord}>
      <header>
        <h2 id={id} className="h3">
          The next page
        </h2>
      </header>
      <div className="detail-body">
        <Loading words="Loading…" />
      </div>
    </Dialog>
  )
}
