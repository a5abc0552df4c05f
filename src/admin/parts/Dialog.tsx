import { useLayoutEffect, useRef, type ReactNode } from 'react'

type Props = {
  /** Ids of the elements that name the dialog. */
  labelledBy: string
  /** Id of the element that says more about it. */
  describedBy?: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog while it is rendered: it traps the focus, closes on Escape, and gives focus back. */
export function Dialog({ labelledBy, describedBy, className, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  // Marking text may end beside the dialog: only a press that begins there closes it.
  const isPressedBeside = useRef(false)
  // Closed while it is still in the page, it gives the focus back to what opened it.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    // React's autoFocus comes too early: a dialog moves the focus when it opens.
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
        // React lets it rise to the dialogs around this one, which the browser does not.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        // The backdrop is the dialog itself; its content lies on top.
        isPressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (isPressedBeside.current && event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
