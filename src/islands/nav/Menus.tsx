import { type FocusEvent, type MouseEvent, type SyntheticEvent, useRef, useState } from 'react'

import { ariaCurrent, leadsTo, type Menu } from '../../data/navigation.ts'
import { useEscape } from './use-escape.ts'
import { useOpenMenu } from './use-open-menu.ts'

const byMouse = ({ nativeEvent }: MouseEvent) =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'

type Props = { name: string; menus: Menu[]; here: string }

/** The menus of the bar. CSS opens them; this component updates aria-expanded and closes them. */
export function Menus({ name, menus, here }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const openMenu = useOpenMenu(list)
  /** The menu that was closed by hand, until pointer and focus have left it. */
  const [shut, setShut] = useState(-1)
  /** Whether the menu was open when the press began: a tap opens a menu before its click event. */
  const openAtPress = useRef(false)

  useEscape(() => {
    setShut(openMenu)
    const menu = list.current?.children[openMenu]
    if (menu?.matches(':focus-within')) menu.querySelector('button')?.focus()
  })

  const reset = ({ currentTarget }: SyntheticEvent) => {
    if (!currentTarget.matches(':hover, :focus-within')) setShut(-1)
  }
  // While the focus moves inside a menu, WebKit reports no focused element.
  const resetOnBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) reset(event)
  }

  return (
    <nav aria-label={name}>
      <ul className="menu" ref={list}>
        {menus.map(({ label, note, items }, index) => {
          const open = openMenu === index && shut !== index
          const on = items.some(({ href }) => leadsTo(href, here))
          return (
            <li
              key={label}
              className={
                [on && 'current', shut === index && 'shut'].filter(Boolean).join(' ') || undefined
              }
              onPointerLeave={reset}
              onBlur={resetOnBlur}
            >
              <button
                type="button"
                aria-expanded={open}
                onPointerDown={() => {
                  openAtPress.current = open
                }}
                onKeyDown={() => {
                  openAtPress.current = open
                }}
                onClick={(event) => {
                  // Hovering has already opened the menu: a mouse click must not close it.
                  setShut(openAtPress.current && !byMouse(event) ? index : -1)
                }}
              >
                {label}
              </button>
              <div className="menu-list">
                <p>{note}</p>
                {items.map(({ href, label, note }) => (
                  <a
                    key={href}
                    href={href}
                    aria-current={ariaCurrent(href, here)}
                    onClick={() => {
                      setShut(index)
                    }}
                  >
                    <b>{label}</b>
                    <span>{note}</span>
                  </a>
                ))}
              </div>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
