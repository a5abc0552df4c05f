import { type FocusEvent, useRef } from 'react'

import { ariaCurrent, leadsTo, type Menu } from '../../data/navigation.ts'
import { useEscape } from './use-escape.ts'

type Props = { name: string; menus: Menu[]; here: string }

/** The menus on a phone. The browser opens and closes them, one section at a time. */
export function MenuPanel({ name, menus, here }: Props) {
  const panel = useRef<HTMLDetailsElement>(null)
  const current = menus.findIndex(({ items }) => items.some(({ href }) => leadsTo(href, here)))

  const close = () => {
    if (panel.current) panel.current.open = false
  }
  useEscape(() => {
    if (panel.current?.matches(':focus-within')) panel.current.querySelector('summary')?.focus()
    close()
  })
  // Tabbing out of the panel would move the focus to elements that it covers.
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }

  return (
    <details className="burger" ref={panel} onBlur={closeOnLeave}>
      <summary aria-label={name}>
        <i />
        <i />
      </summary>
      <nav className="accordion" aria-label={name}>
        {menus.map(({ label, note, items }, index) => (
          <details
            key={label}
            className="disclosure"
            name="accordion"
            open={index === Math.max(current, 0)}
          >
            <summary>{label}</summary>
            <div>
              <p>{note}</p>
              {items.map(({ href, label, note }) => (
                <a key={href} href={href} aria-current={ariaCurrent(href, here)} onClick={close}>
                  <b>{label}</b>
                  <span>{note}</span>
                </a>
              ))}
            </div>
          </details>
        ))}
      </nav>
    </details>
  )
}
