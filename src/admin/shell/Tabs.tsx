import type { KeyboardEvent } from 'react'
import { useInSight } from '../parts/use-in-sight.ts'

type Props = {
  tabs: readonly { name: string; label: string; news: number }[]
  current: string
  onPick: (name: string) => void
}

/** Tab reaches one of the labels, the arrow keys the others. */
export function Tabs({ tabs, current, onPick }: Props) {
  // A view that has no tab: the first one takes the focus.
  const reached = tabs.find(({ name }) => name === current) ?? tabs[0]
  const ruler = useInSight<HTMLDivElement>(current, '[aria-selected=true]')

  function move(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.findIndex(({ name }) => name === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onPick(next.name)
    document.getElementById(`tab-${next.name}`)?.focus()
  }
  return (
    <div ref={ruler} className="tabs" role="tablist" aria-label="Sections" onKeyDown={move}>
      {tabs.map(({ name, label, news }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === current}
          aria-controls="panel"
          tabIndex={name === reached?.name ? 0 : -1}
          onClick={() => onPick(name)}
        >
          {label}{' '}
          {news > 0 && (
            <sup>
              {news.toLocaleString()}
              <span className="visually-hidden"> new</span>
            </sup>
          )}
        </button>
      ))}
    </div>
  )
}
