import { useId, type ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = {
  heading: ReactNode
  /** What follows if it is done. */
  what?: ReactNode
  /** The buttons; the one with `data-focus` has the focus at first. */
  actions: ReactNode
  onClose: () => void
  /** Shown below the buttons while it goes on, or where it failed. */
  children?: ReactNode
}

/** A question before something that cannot be undone. */
export function Ask({ heading, what, actions, onClose, children }: Props) {
  const id = useId()
  return (
    <Dialog
      labelledBy={id}
      describedBy={what ? `${id}-what` : undefined}
      className="confirm"
      onClose={onClose}
    >
      <div className="dialog-body">
        <h2 id={id} className="h3">
          {heading}
        </h2>
        {what && <p id={`${id}-what`}>{what}</p>}
        <div className="row">{actions}</div>
        {children}
      </div>
    </Dialog>
  )
}
