import { type MouseEvent, useLayoutEffect, useRef } from 'react'

import { VentureSheet } from './VentureSheet.tsx'
import type { PortfolioVenture } from './venture.ts'

type Props = {
  venture: PortfolioVenture
  onClose: () => void
  /** A press beside the sheet closes it: called before `onClose`. */
  onOutsidePress: () => void
}

/** The sheet of one venture, above the page. It is open for as long as it is rendered. */
export function VentureDialog({ venture, onClose, onOutsidePress }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  // A layout effect is undone while the dialog is still in the page: closing it gives the focus
  // back to the card, and that works only there.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={element}
      className="venture"
      aria-labelledby="venture-name"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (!isOutside(event)) return
        // Nothing below may hear of the press: the focus would follow it.
        event.preventDefault()
        onOutsidePress()
        onClose()
      }}
      onClick={(event) => {
        if (isOutside(event)) onClose()
      }}
      onClose={() => {
        // A browser may close it without asking, at a second Escape for instance.
        if (element.current) onClose()
      }}
    >
      <button
        type="button"
        className="close"
        aria-label="Close venture details"
        onClick={onClose}
      />
      <VentureSheet venture={venture} />
    </dialog>
  )
}

/** The backdrop belongs to the dialog: a press on it hits the dialog, but beside its box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isInBox = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isInBox
}
