import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import words from 'words:venture'

import { Boundary, Failed } from '../boundary/Boundary.tsx'
import type { CategoryChoice } from '../schemas/categories.ts'
import { Chips } from './portfolio/Chips.tsx'
import type { PortfolioVenture } from './portfolio/venture.ts'
import { VentureCard } from './portfolio/VentureCard.tsx'
import { VentureDialog } from './portfolio/VentureDialog.tsx'

type Props = { ventures: PortfolioVenture[] }

/**
 * All ventures, filtered by category. A click on a card opens its dialog. The cards are readable
 * without JavaScript.
 */
export const Portfolio = (props: Props) => (
  <Boundary fallback={<Failed reload={words.reload}>{words.stopped}</Failed>}>
    <Ventures {...props} />
  </Boundary>
)

function Ventures({ ventures }: Props) {
  const [choice, setChoice] = useState<CategoryChoice>('all')
  const [open, setOpen] = useState<PortfolioVenture>()
  /** The card that was clicked: its plate moves into the dialog. */
  const pressed = useRef<HTMLElement>(null)
  const pause = usePause()

  const select = (venture: PortfolioVenture, card: HTMLElement) => {
    if (pause.isOn()) return
    pressed.current = card
    movePlate({ from: card, change: () => flushSync(() => setOpen(venture)) })
  }
  const close = () => {
    movePlate({
      to: pressed.current,
      change: () => {
        flushSync(() => setOpen(undefined))
        pause.start()
      },
    })
  }

  const shown = ventures.filter(({ category }) => choice === 'all' || choice === category)
  return (
    <>
      <Chips ventures={ventures} choice={choice} shown={shown.length} onChoose={setChoice} />
      <ul className="cards">
        {shown.map((venture) => (
          <VentureCard key={venture.id} venture={venture} onSelect={select} />
        ))}
      </ul>
      <p className="load-failed">{words.loadFailed}</p>
      {open && <VentureDialog venture={open} onClose={close} />}
    </>
  )
}

/** How long clicks on cards are ignored after closing: a second click must not open it again. */
const PAUSE_MS = 200

function usePause() {
  const end = useRef(0)
  return {
    start: () => {
      end.current = performance.now() + PAUSE_MS
    },
    isOn: () => performance.now() < end.current,
  }
}

/** A view transition's name for both pictures. CSS sets it for the plate in the dialog. */
const NAME = 'plate'

type Move = {
  /** The card whose plate moves into the dialog, when it opens. */
  from?: HTMLElement
  /** The card that gets the plate back, when the dialog closes. */
  to?: HTMLElement | null
  /** Opens or closes the dialog. */
  change: () => void
}

/** Changes the page, and animates the plate between its two places. */
function movePlate({ from, to, change }: Move) {
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion)').matches) {
    change()
    return
  }
  const root = document.documentElement
  const name = (card: HTMLElement | null | undefined, value: string) => {
    card?.querySelector<HTMLElement>('.plate')?.style.setProperty('view-transition-name', value)
  }
  // CSS excludes the rest of the page from the transition.
  root.toggleAttribute('data-moving', true)
  name(from, NAME)
  const transition = document.startViewTransition(() => {
    name(from, '')
    change()
    name(to, NAME)
  })
  const rest = () => {
    name(to, '')
    root.removeAttribute('data-moving')
  }
  // A second move skips the first, whose `ready` then rejects.
  transition.ready.catch(() => {})
  transition.finished.then(rest, rest)
}
