/** The picture on the card and the one on the sheet are one to the eye. CSS gives the sheet's this name. */
const NAME = 'plate'

type Move = {
  /** The card whose plate is lifted off, when the sheet opens. */
  from?: HTMLElement
  /** The card that gets it back, when the sheet closes. */
  to?: HTMLElement | null
  /** What opens or closes the sheet. */
  change: () => void
}

/** Changes the page, and lets the plate move from its place before to its place after. */
export function movePlate({ from, to, change }: Move) {
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion)').matches) {
    change()
    return
  }
  const root = document.documentElement
  const name = (card: HTMLElement | null | undefined, value: string) => {
    card?.querySelector<HTMLElement>('.plate')?.style.setProperty('view-transition-name', value)
  }
  // CSS keeps the rest of the page out of it.
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
  // A second move skips the first one, which then is never ready.
  transition.ready.catch(() => {})
  transition.finished.then(rest, rest)
}
