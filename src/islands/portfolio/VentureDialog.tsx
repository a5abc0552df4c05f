import { type MouseEvent, useLayoutEffect, useRef } from 'react'

import words from 'words:venture'
import { categoryWords } from '../../schemas/categories.ts'
import { VentureFacts, VentureLinks } from './VentureFacts.tsx'
import { type PortfolioVenture, venturePage } from './venture.ts'

type Props = {
  venture: PortfolioVenture
  onClose: () => void
}

/** The dialog of one venture. It is open as long as it is rendered. */
export function VentureDialog({ venture, onClose }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  // The clean-up of a layout effect runs while the dialog is still in the page: closing it returns
  // the focus to the card, and that works only then.
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
        // The elements below must not get the press, or they would take the focus.
        event.preventDefault()
        ignoreItsClick()
        onClose()
      }}
      onClick={(event) => {
        if (isOutside(event)) onClose()
      }}
      onClose={() => {
        // A browser may close the dialog without asking, at a second Escape for instance.
        if (element.current) onClose()
      }}
    >
      <button type="button" className="close" aria-label={words.close} onClick={onClose} />
      <VentureSheet venture={venture} />
    </dialog>
  )
}

/** A press on the backdrop hits the dialog element, but outside its box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isInBox = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isInBox
}

/**
 * A finger may rest: its click comes only at its release, however late, and hits the element below
 * the closed dialog. The next press or key has a click of its own.
 */
function ignoreItsClick() {
  const isOver = new AbortController()
  const options = { signal: isOver.signal, capture: true }
  const end = () => isOver.abort()
  addEventListener('pointerdown', end, options)
  addEventListener('keydown', end, options)
  addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
      end()
    },
    options,
  )
}

/** The dialog's content: the venture's plate, its title block, and links. */
export function VentureSheet({ venture }: { venture: PortfolioVenture }) {
  const { id, name, stage, sector, category, description } = venture
  return (
    <div className="venture-columns">
      <div className="picture">
        <div className="plate">
          <img src={venture.image} alt="" width={400} height={400} />
        </div>
        <p className="note">{venture.caption}</p>
      </div>
      <div className="venture-text">
        <p className="note">
          {stage}&nbsp;· {sector}&nbsp;· {categoryWords(category)}
        </p>
        <h2 id="venture-name">{name}</h2>
        <p className="soft">{description}</p>
        <VentureFacts venture={venture} />
        <VentureLinks venture={venture}>
          <a className="arrow-link" href={venturePage(id)}>
            {words.page}
          </a>
        </VentureLinks>
      </div>
    </div>
  )
}
