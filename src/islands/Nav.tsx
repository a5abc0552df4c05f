import { useState } from 'react'
import { menusFailed } from 'words:words'

import { Boundary } from '../boundary/Boundary.tsx'
import { barWords } from './nav/bar-words.ts'
import { MenuPanel } from './nav/MenuPanel.tsx'
import { Menus } from './nav/Menus.tsx'

type Props = {
  /** The studio's name, beside the drawn part of the logo. */
  name: string
  /** The path of this page, to mark its item. */
  here: string
}

/** The bar's content. It works without JavaScript; React adds what CSS alone cannot do. */
export function Nav({ name, here }: Props) {
  const [{ bar, menus }] = useState(barWords)
  return (
    <div className="bar-row">
      <a className="logo" href="/" aria-label={bar.logo}>
        <i aria-hidden="true" />
        {name}
      </a>
      <Boundary
        fallback={
          // Each menu still links to its first page.
          <nav aria-label={bar.main}>
            <p className="visually-hidden" role="alert">
              {menusFailed}
            </p>
            {menus.map(({ label, items: [first] }) => (
              <a key={label} className="button small" href={first?.href}>
                {label}
              </a>
            ))}
          </nav>
        }
      >
        <Menus name={bar.main} menus={menus} here={here} />
      </Boundary>
      <a className="button primary small" href={bar.contact.href}>
        {bar.contact.label}
      </a>
      <Boundary fallback={null}>
        <MenuPanel name={bar.panel} menus={menus} here={here} />
      </Boundary>
    </div>
  )
}
