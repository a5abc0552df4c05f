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
export function movePlate({ from, to, change }: Move) {
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
