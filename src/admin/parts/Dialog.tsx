import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { type FailedWords, useCall } from '../api/use-request.ts'
import { Button } from './Controls.tsx'
import { NewVersion } from './Notice.tsx'
import { Problem } from './Request.tsx'
import { local } from './display.tsx'
import { useWindowEvent } from './use-keys.ts'
import { usePageClass } from './use-page-class.ts'

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'onClose'> & {
  onClose: () => void
  /** For a press beside the dialog; without it the press closes the dialog. */
  onBeside?: (press: MouseEvent) => void
}

/** A modal dialog: it traps the focus, closes on Escape, and gives the focus back. */
export function Dialog({
  className = 'confirm',
  onClose,
  onBeside = onClose,
  children,
  ...names
}: Props) {
  const element = useRef<HTMLDialogElement>(null)
  useDialogsOnPaper()
  usePageClass('detail-open', className === 'detail')
  // A text selection may end beside the dialog; only a press that begins there closes it.
  const isPressedBeside = useRef(false)
  // A dialog that is closed before its removal gives the focus back.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    // React's autoFocus is too early, because a dialog moves the focus when it opens.
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => {
      dialog?.close()
      queueMicrotask(wakeField)
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={className}
      {...names}
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
        if (isPressedBeside.current && event.target === event.currentTarget) onBeside(event)
      }}
    >
      {children}
      <NewVersion />
    </dialog>
  )
}

/** A field that has the focus back takes no letters in Chromium until it gets the focus once more. */
function wakeField() {
  const field = document.activeElement
  if (!(field instanceof HTMLElement && field.matches('textarea, input'))) return
  field.blur()
  field.focus({ preventScroll: true })
}

/**
 * While the page is printed, its dialogs are parts of it: a modal dialog is above the page, and ends
 * with the first sheet. Below a question they stay where they are.
 */
function useDialogsOnPaper() {
  const laid = useRef<HTMLDialogElement[]>([])
  const focused = useRef<Element>(null)
  useWindowEvent('beforeprint', () => {
    if (document.querySelector('dialog.confirm:modal')) return
    focused.current = document.activeElement
    // The outer one comes first.
    laid.current = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')]
    for (const dialog of laid.current) {
      dialog.dataset['printed'] = `Printed on ${local.format(Date.now())}`
      dialog.close()
      dialog.show()
    }
  })
  useWindowEvent('afterprint', () => {
    for (const dialog of laid.current) {
      dialog.close()
      dialog.showModal()
    }
    if (laid.current.length > 0 && focused.current instanceof HTMLElement) focused.current.focus()
    laid.current = []
  })
}

type TitledProps = Props & { heading: ReactNode; hasCross?: boolean }

/** A dialog that its heading names. It has a cross where no other button closes it. */
export function TitledDialog({ heading, hasCross, children, ...props }: TitledProps) {
  const id = useId()
  const title = (
    <h2 id={id} className="h3">
      {heading}
    </h2>
  )
  return (
    <Dialog aria-labelledby={props['aria-label'] ? undefined : id} {...props}>
      <div className="dialog-body">
        {hasCross ? (
          <div className="detail-head">
            {title}
            <Button look="close" aria-label="Close" onPress={props.onClose} />
          </div>
        ) : (
          title
        )}
        {children}
      </div>
    </Dialog>
  )
}

type AskProps = {
  heading: ReactNode
  /** The consequences. */
  what?: ReactNode
  /** The button that leaves all as it was. It has the focus, unless another one asks for it. */
  keep: string
  onClose: () => void
  /** What calls the API. */
  act?: { name: string; doing: string; failed: FailedWords; call: () => Promise<unknown> }
  children?: ReactNode
  progress?: ReactNode
}

/** A question before something that cannot be undone. After a yes it stays until the answer comes. */
export function Ask({ heading, what, keep, onClose, act, children, progress }: AskProps) {
  const id = useId()
  const { isBusy, failure, run } = useCall(act?.failed ?? '')
  const isDoing = isBusy && !progress
  const close = () => !isDoing && onClose()
  return (
    <TitledDialog
      heading={heading}
      aria-describedby={what ? id : undefined}
      onClose={close}
      // A second Escape would close it without asking.
      onKeyDown={(event) => isDoing && event.key === 'Escape' && event.preventDefault()}
    >
      {what && <p id={id}>{what}</p>}
      <div className="row">
        {act && (
          <Button look="button danger" isBusy={isBusy} onPress={() => run(act.call)}>
            {isBusy ? act.doing : act.name}
          </Button>
        )}
        {children}
        <Button look="button" data-focus onPress={isDoing ? undefined : onClose}>
          {keep}
        </Button>
      </div>
      {progress}
      {failure && <Problem failure={failure} />}
    </TitledDialog>
  )
}
