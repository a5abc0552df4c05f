import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { NewVersion } from './NewVersion.tsx'

type Props = {
  labelledBy: string
  /** Id of the element that says more about it. */
  describedBy?: string | undefined
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog: it traps the focus, closes on Escape, and gives the focus back. */
export function Dialog({ labelledBy, describedBy, className, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  // A text selection may end beside the dialog; only a press that begins there closes it.
  const isPressedBeside = useRef(false)
  // A dialog that is closed before its removal gives the focus back.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    // React's autoFocus is too early, because a dialog moves the focus when it opens.
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className={className}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // React passes the event on to outer dialogs; the browser does not.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        // A press on the backdrop has the dialog itself as target.
        isPressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (isPressedBeside.current && event.target === event.currentTarget) onClose()
      }}
    >
      {children}
      <NewVersion />
    </dialog>
  )
}

type AskProps = {
  heading: ReactNode
  /** The consequences. */
  what?: ReactNode
  /** The buttons. The one with `data-focus` gets the focus first. */
  actions: ReactNode
  onClose: () => void
  /** Below the buttons: the progress, or the failure. */
  children?: ReactNode
}

/** A question before something that cannot be undone. */
export function Ask({ heading, what, actions, onClose, children }: AskProps) {
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
