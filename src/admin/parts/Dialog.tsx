import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Failure } from '../api/failure.ts'
import { Button } from './Button.tsx'
import { NewVersion } from './NewVersion.tsx'
import { Problem } from './Request.tsx'

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
    const stop = dialog && layOnPaper(dialog)
    return () => {
      stop?.()
      dialog?.close()
    }
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

/**
 * Opens the dialog as a part of the page while it is printed. A modal dialog is above the page, and
 * ends with the first sheet. Below a question it stays where it is.
 */
function layOnPaper(dialog: HTMLDialogElement) {
  let focused: Element | null = null
  const lay = () => {
    if (document.querySelectorAll('dialog:modal').length > 1) return
    focused = document.activeElement
    dialog.close()
    dialog.show()
  }
  const lift = () => {
    if (dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
    if (focused instanceof HTMLElement) focused.focus()
  }
  addEventListener('beforeprint', lay)
  addEventListener('afterprint', lift)
  return () => {
    removeEventListener('beforeprint', lay)
    removeEventListener('afterprint', lift)
  }
}

type AskProps = {
  heading: ReactNode
  /** The consequences. */
  what?: ReactNode
  /** The button that leaves all as it was. It has the focus, unless another one asks for it. */
  keep: string
  onClose: () => void
  /** The other buttons. */
  children: ReactNode
  progress?: ReactNode
  failure?: Failure | undefined
}

/** A question before something that cannot be undone. */
export function Ask({ heading, what, keep, onClose, children, progress, failure }: AskProps) {
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
        <div className="row">
          {children}
          <Button look="button" data-focus onPress={onClose}>
            {keep}
          </Button>
        </div>
        {progress}
        {failure && <Problem failure={failure} />}
      </div>
    </Dialog>
  )
}
