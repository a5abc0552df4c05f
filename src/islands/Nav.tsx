import { useState } from 'react'
import { menusFailed } from 'words:words'

import { Boundary } from '../boundary/Boundary.tsx'
import type { Menu } from '../data/navigation.ts'
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

type Words = {
  bar: { logo: string; main: string; contact: { href: string; label: string }; panel: string }
  menus: Menu[]
}

const content = import.meta.env.SSR
  ? await (await import('../data/words.ts')).words('navigation')
  : undefined

/**
 * The words of the bar: the build reads them from content/, the browser from the built bar. So a page
 * holds them once, and no script does.
 */
const barWords = (): Words => content ?? asBuilt()

const asBuilt = (): Words => ({
  bar: {
    logo: named('.logo'),
    main: named('nav'),
    contact: { href: hrefOf(found('.button')), label: textOf(found('.button')) },
    panel: named('summary'),
  },
  menus: [...document.querySelectorAll('.menu > li')].map((menu) => ({
    label: textOf(menu.querySelector('button')),
    note: textOf(menu.querySelector('p')),
    items: [...menu.querySelectorAll('a')].map((item) => ({
      href: hrefOf(item),
      label: textOf(item.firstChild),
      note: textOf(item.lastChild),
    })),
  })),
})

const found = (selector: string) => document.querySelector(`.bar-row > ${selector}`)
const named = (selector: string) => document.querySelector(`.bar-row ${selector}`)?.ariaLabel ?? ''
const hrefOf = (link: Element | null) => link?.getAttribute('href') ?? ''
const textOf = (node: Node | null) => node?.textContent ?? ''
